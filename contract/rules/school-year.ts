import type * as z from 'zod/mini'
import type { schoolYear } from '../school-year.ts'

/** Months in which the school year and its second term begin. */
const AUTUMN_TERM = 9
const SPRING_TERM = 2

/** Days are YYYY-MM-DD; the last one belongs to the year, or to the term. */
export type SchoolYear = z.infer<typeof schoolYear>

export const TERM_NAMES = [
  { name: '第一学期', englishName: 'First term' },
  { name: '第二学期', englishName: 'Second term' },
] as const

/** The school year of a day YYYY-MM-DD as most schools in China have it: two terms from September and February. */
export function suggestYear(day: string): SchoolYear {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const start = month >= AUTUMN_TERM ? year : year - 1
  const end = start + 1
  return {
    name: `${start}-${end}`,
    startsOn: `${start}-09-01`,
    endsOn: `${end}-08-31`,
    terms: [
      { ...TERM_NAMES[0], startsOn: `${start}-09-01`, endsOn: `${end}-01-31` },
      { ...TERM_NAMES[1], startsOn: `${end}-0${SPRING_TERM}-01`, endsOn: `${end}-07-15` },
    ],
  }
}

/** The number of a day's term, from '1': of the last one that has begun. */
export function termNumber({ terms }: Pick<SchoolYear, 'terms'>, day: string): string {
  return String(Math.max(1, terms.filter(({ startsOn }) => startsOn <= day).length))
}
