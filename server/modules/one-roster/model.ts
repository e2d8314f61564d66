import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

// What the files of OneRoster and its REST endpoints say alike.

/** The role of each user type. */
export const ROLES: Readonly<Record<number, string>> = { 1: 'student', 2: 'teacher', 3: 'guardian', 4: 'aide' }

/** The one course of all classes, which are homerooms. */
export const HOMEROOM = { sourcedId: 'homeroom', title: '行政班', courseCode: 'homeroom' } as const

export const systemCode = (unitId: string) => `portal-${unitId.slice(-12)}`

/** Of Han characters: the SQL that splits names has no classes of scripts, and must agree with `nameParts`. */
const HAN: readonly (readonly [first: number, last: number])[] = [
  [0x2e80, 0x2fd5],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3038, 0x303b],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfad9],
  [0x20000, 0x323af],
]

/** Chinese names without a space: the first character is the family's. */
export function nameParts(name: string): { given: string; family: string } {
  const [first = '', ...rest] = [...name]
  const point = first.codePointAt(0) ?? 0
  if (HAN.some(([from, to]) => point >= from && point <= to)) return { family: first, given: rest.join('') }
  const words = name.split(' ')
  return { family: words.slice(1).join(' '), given: words[0] ?? '' }
}

const character = (point: number) => String.fromCodePoint(point)
const startsWithHan = `^[${HAN.map(([from, to]) => `${character(from)}-${character(to)}`).join('')}]`

/** The same in SQL. */
export const givenName = (name: SQLWrapper): SQL<string> =>
  sql`case when ${name} ~ ${startsWithHan} then substr(${name}, 2) else split_part(${name}, ' ', 1) end`
export const familyName = (name: SQLWrapper): SQL<string> =>
  sql`case when ${name} ~ ${startsWithHan} then left(${name}, 1) else substr(${name}, length(split_part(${name}, ' ', 1)) + 2) end`
