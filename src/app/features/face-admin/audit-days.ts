import { problems, type FieldProblem } from '../../../../contract/rules/field-problems.ts'
import { addMonths, wallTime } from '../../../../contract/rules/zoned-time.ts'

/** The days (YYYY-MM-DD) of the year up to a moment (milliseconds since 1970) in a time zone: what a yearly audit looks at. */
export function yearUntil(now: number, timeZone: string): { from: string; to: string } {
  const to = wallTime(now, timeZone).date
  return { from: addMonths(to, -12), to }
}

/** What is wrong with two days; an incomplete field is empty. */
export function checkDays({ from, to }: { from: string; to: string }): FieldProblem[] {
  return problems(
    ['from', from === '' && 'field.required'],
    ['to', to === '' ? 'field.required' : to < from && 'field.days_reversed'],
  )
}
