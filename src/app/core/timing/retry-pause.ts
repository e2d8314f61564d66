/** Relative spread of pauses, so that the clients of a school do not return in the same instant. */
const JITTER = 0.3

export function retryPause(
  failures: number,
  { first, longest }: { readonly first: number; readonly longest: number },
  random: number,
): number {
  return Math.min(first * 2 ** (failures - 1), longest) * (1 - JITTER + 2 * JITTER * random)
}
