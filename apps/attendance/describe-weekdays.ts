import type { Language } from '../../contract/envelope.ts'
import { formatWeekday } from './dates.ts'

/** Weekdays in words, runs of three and more as "周一至周五" or "Mon to Fri". 1 is Monday, 7 is Sunday. */
export function describeWeekdays(weekdays: readonly number[], language: Language): string {
  const runs: { first: number; last: number }[] = []
  for (const weekday of weekdays.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.last === weekday - 1) run.last = weekday
    else runs.push({ first: weekday, last: weekday })
  }
  const name = (weekday: number) => formatWeekday(weekday, language)
  const [to, and] = language === 'en' ? [' to ', ', '] : ['至', '、']
  const words = runs.flatMap(({ first, last }) => {
    if (last - first >= 2) return [`${name(first)}${to}${name(last)}`]
    return first === last ? [name(first)] : [name(first), name(last)]
  })
  return words.join(and)
}
