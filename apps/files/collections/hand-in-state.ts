import type { AskedHandIn, HandedInFile } from '../../../contract/endpoints/storage/collections.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'

export type AskedState = 'open' | 'done' | 'late' | 'overdue' | 'closed'

/** How far a pupil is with what is asked. */
export function stateOf(
  { files, dueAt, closedAt }: Pick<AskedHandIn, 'files' | 'dueAt' | 'closedAt'>,
  now: number,
): AskedState {
  const state = personState(files)
  if (state !== 'missing') return state
  if (closedAt !== null) return 'closed'
  return Date.parse(dueAt) <= now ? 'overdue' : 'open'
}

/** What a teacher sees of a pupil. */
export function personState(files: readonly Pick<HandedInFile, 'late'>[]): 'missing' | 'late' | 'done' {
  if (files.length === 0) return 'missing'
  return files.some(({ late }) => late) ? 'late' : 'done'
}

/** The kind of the tag that tells it. */
export const STATE_KINDS = {
  open: undefined,
  missing: undefined,
  done: 'good',
  late: 'warning',
  overdue: 'danger',
  closed: undefined,
} as const

/** A moment (milliseconds since 1970) as the values of a date and a time field. */
export function fieldsOf(at: number, timeZone: string): { date: string; time: string } {
  const { date, minutes } = wallTime(at, timeZone)
  const two = (part: number) => String(part).padStart(2, '0')
  return { date, time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` }
}
