/** Pauses differ by up to this share, so that the clients of a whole school do not come back in the same instant. */
const JITTER = 0.3

/** Milliseconds to wait after so many failures in a row, which count from 1. The pause doubles from `first` to `longest`; `random` is from 0 to 1. */
export function retryPause(
  failures: number,
  { first, longest }: { readonly first: number; readonly longest: number },
  random: number,
): number {
  return Math.min(first * 2 ** (failures - 1), longest) * (1 - JITTER + 2 * JITTER * random)
}
