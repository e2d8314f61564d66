import type { AskedHandIn } from '../../../contract/endpoints/storage/collections.ts'

export type AskedState = 'open' | 'done' | 'late' | 'overdue' | 'closed'

/** How far a pupil is with what is asked. */
export function stateOf(
  { files, dueAt, closedAt }: Pick<AskedHandIn, 'files' | 'dueAt' | 'closedAt'>,
  now: number,
): AskedState {
  if (files.length > 0) return files.some(({ late }) => late) ? 'late' : 'done'
  if (closedAt !== null) return 'closed'
  return Date.parse(dueAt) <= now ? 'overdue' : 'open'
}

/** The kind of the tag that tells it. */
export const STATE_KINDS = {
  open: undefined,
  done: 'good',
  late: 'warning',
  overdue: 'danger',
  closed: undefined,
} as const

/** A moment as the values of a date and a time field, in the time zone of the device. */
export function fieldsOf(moment: Date): { date: string; time: string } {
  const two = (part: number) => String(part).padStart(2, '0')
  return {
    date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  }
}

/** The moment of a date and a time field; null where they name none. */
export function momentOf(date: string, time: string): string | null {
  const at = new Date(`${date}T${time}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
