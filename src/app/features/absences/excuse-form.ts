import * as z from 'zod/mini'
import type { Absence } from '../../../../contract/endpoints/attendance/attendance.ts'
import { calendarDay, text, timeOfDay } from '../../../../contract/fields.ts'
import { ABSENCE_KINDS, ABSENCE_LIMITS, absenceProblem } from '../../../../contract/rules/attendance/absence-rule.ts'

/** What the form of a notice holds; an empty time is the start or the end of the day. */
const fields = z.object({
  firstDate: calendarDay,
  lastDate: calendarDay,
  part: z.literal(['whole', 'partial']),
  from: z.union([z.literal(''), timeOfDay]),
  until: z.union([z.literal(''), timeOfDay]),
  kind: z.literal(ABSENCE_KINDS),
  note: text(ABSENCE_LIMITS.note),
})
export type ExcuseValues = z.infer<typeof fields>

export type ExcuseProblem = NonNullable<ReturnType<typeof absenceProblem>>

/** The fields of a notice as the server takes them: several days are whole ones. */
export function toNotice({ firstDate, lastDate, part, from, until, kind, note }: ExcuseValues) {
  const isPartial = part === 'partial' && firstDate === lastDate
  const time = (typed: string) => (isPartial && typed !== '' ? typed : null)
  return { firstDate, lastDate, from: time(from), until: time(until), kind, note: note.trim() }
}

/** The form's values for a notice, or for a new one on `date`. */
export function toValues(notice: Absence | null, date: string): ExcuseValues {
  if (!notice) return { firstDate: date, lastDate: date, part: 'whole', from: '', until: '', kind: 'illness', note: '' }
  const { firstDate, lastDate, from, until, kind, note } = notice
  const part = from === null && until === null ? 'whole' : 'partial'
  return { firstDate, lastDate, part, from: from ?? '', until: until ?? '', kind, note }
}

/** At which field a problem is shown. */
const FIELDS: Readonly<Record<ExcuseProblem, keyof ExcuseValues>> = {
  order: 'lastDate',
  past: 'firstDate',
  ahead: 'lastDate',
  long: 'lastDate',
  times: 'until',
}

/** The form's schema, with `tell` for what is wrong with days or times. */
export function excuseSchema(today: string, tell: (problem: ExcuseProblem) => string) {
  return fields.check(({ value, issues }) => {
    const given = toNotice(value)
    const isEmpty =
      value.part === 'partial' && value.firstDate === value.lastDate && given.from === null && given.until === null
    const problem = isEmpty ? 'times' : absenceProblem(given, today)
    if (problem !== null) issues.push({ code: 'custom', input: value, path: [FIELDS[problem]], message: tell(problem) })
  })
}
