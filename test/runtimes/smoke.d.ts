/** By name; each may look at what earlier ones made. */
export const steps: Readonly<Record<string, (context: object) => unknown>>;
