import type { Delivered, Direction } from '../../../../contract/calls/attendance-station.ts'

/** What somebody who has just been there is shown. */
export type Result =
  | { readonly kind: 'recorded'; readonly delivered: Extract<Delivered, { outcome: 'recorded' }> }
  | { readonly kind: 'refused'; readonly code: string }
  /** Kept, and not delivered yet. */
  | { readonly kind: 'kept'; readonly direction: Direction }

/** Milliseconds that somebody waits for their name before they are told that it was kept. */
const PATIENCE = 2000

/** What to show of a capture: its outcome, or that it is kept when that takes longer than somebody waits. */
export async function resultOf(outcome: Promise<Delivered>, direction: Direction): Promise<Result> {
  const late = new AbortController()
  const patience = new Promise<null>((resolve) => {
    const timer = setTimeout(() => resolve(null), PATIENCE)
    late.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  const delivered = await Promise.race([outcome, patience])
  late.abort()
  if (!delivered) return { kind: 'kept', direction }
  return delivered.outcome === 'recorded' ? { kind: 'recorded', delivered } : { kind: 'refused', code: delivered.code }
}
