import type { Delivered, Direction } from '../../../../contract/calls/attendance-station.ts'

/** What somebody who has just been there is shown. */
export type Result =
  | { readonly kind: 'recorded'; readonly delivered: Extract<Delivered, { outcome: 'recorded' }> }
  | { readonly kind: 'refused'; readonly code: string }
  /** Kept, and not delivered yet. */
  | { readonly kind: 'kept'; readonly direction: Direction }

/** Milliseconds that somebody waits for their name before they are told that it was kept. */
const PATIENCE = 2000
/** Milliseconds after which whoever was told so has surely gone. */
const GONE = 60_000

/**
 * What to show of a capture: its outcome, or that it is kept when that takes longer than somebody waits. `onLate` then gets the outcome when it comes while they
 * may still be there.
 */
export async function resultOf(
  outcome: Promise<Delivered>,
  direction: Direction,
  onLate: (result: Result) => void,
): Promise<Result> {
  const result = outcome.then(toResult)
  const first = await Promise.race([result, after(PATIENCE)])
  if (first) return first
  void Promise.race([result, after(GONE - PATIENCE)]).then((late) => {
    if (late) onLate(late)
  })
  return { kind: 'kept', direction }
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds))
}

function toResult(delivered: Delivered): Result {
  return delivered.outcome === 'recorded' ? { kind: 'recorded', delivered } : { kind: 'refused', code: delivered.code }
}
