/** Whether two types are the same, not only assignable: an extra optional field is a difference. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export type IsAny<T> = 0 extends 1 & T ? true : false;

/** Compiles when what it is given holds. */
export function holds<_Claim extends true>(): void {}
