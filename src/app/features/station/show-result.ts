import type { Delivered, Direction } from '../../../../contract/endpoints/attendance/attendance-station.ts'

export type Result =
  | { readonly kind: 'recorded'; readonly delivered: Extract<Delivered, { outcome: 'recorded' }> }
  /** Kept for a decision about its time. */
  | { readonly kind: 'uncertain'; readonly delivered: Extract<Delivered, { outcome: 'uncertain' }> }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'kept'; readonly direction: Direction }

/** Milliseconds before the banner says that the capture was stored. */
const PATIENCE = 2000
/** Milliseconds after the capture from which a late outcome is not shown. */
const GONE = 60_000

/**
 * Resolves to a capture's outcome, or to 'kept' after PATIENCE; `onLate` then gets the outcome if it comes within GONE of the capture. Rejects only
 * if `outcome` does.
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
  switch (delivered.outcome) {
    case 'recorded':
      return { kind: 'recorded', delivered }
    case 'uncertain':
      return { kind: 'uncertain', delivered }
    case 'refused':
      return { kind: 'refused', code: delivered.code }
  }
}
