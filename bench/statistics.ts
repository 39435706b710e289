/** A figure with how far it strays. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

function quantile(sorted: readonly number[], part: number): number {
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** The median and the quartiles. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

export const median = (values: readonly number[]): number => spread(values).median;

/** `1.53 [1.49, 1.60]` */
export function show({ median: middle, low, high }: Spread, digits = 2): string {
  return `${middle.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}
