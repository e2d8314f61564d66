import { problems, type FieldProblem } from '../../../../contract/rules/field-problems.ts'

/** A day of the calendar as it is sent, YYYY-MM-DD, in UTC as the server counts. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The year up to a moment: what a yearly audit looks at. */
export function yearUntil(moment: Date): { from: string; to: string } {
  const before = new Date(moment)
  before.setUTCFullYear(before.getUTCFullYear() - 1)
  return { from: dayOf(before), to: dayOf(moment) }
}

/** What is wrong with two days; a field that holds no whole day is empty. */
export function checkDays({ from, to }: { from: string; to: string }): FieldProblem[] {
  return problems(
    ['from', from === '' && 'field.required'],
    ['to', to === '' ? 'field.required' : to < from && 'field.days_reversed'],
  )
}
