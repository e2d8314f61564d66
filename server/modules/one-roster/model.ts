import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { COMPOUND_SURNAMES, HAN, NAME_DOTS } from '../../../contract/rules/people/name-parts.ts'

// What the files of OneRoster and its REST endpoints say alike.

/** The one course of all classes, which are homerooms. */
export const HOMEROOM = { sourcedId: 'homeroom', title: '行政班', courseCode: 'homeroom' } as const

export const systemCode = (unitId: string) => `portal-${unitId.slice(-12)}`

const isHan = (name: SQLWrapper) => sql`${name} ~ ${`^${HAN}`}`
const dotted = (name: SQLWrapper) => sql`${name} ~ ${NAME_DOTS}`
const isCompound = (name: SQLWrapper) => sql`${name} ~ ${`^${COMPOUND_SURNAMES}.`}`
/** Before the first dot, and after it. */
const beforeDot = (name: SQLWrapper) => sql`regexp_replace(${name}, ${`${NAME_DOTS}.*$`}, '')`

/**
 * The given name and the family name. Chinese names have no space: the family's stands first, of one character or a compound surname, except where a dot parts a name, whose first part is the given one. A
 * name of one part has no family name. `joinName` makes the name of them again.
 */
export const givenName = (name: SQLWrapper): SQL<string> =>
  sql`case when not ${isHan(name)} then split_part(${name}, ' ', 1) when ${dotted(name)} then ${beforeDot(name)} when length(${name}) = 1 then ${name}
    when ${isCompound(name)} then substr(${name}, 3) else substr(${name}, 2) end`
export const familyName = (name: SQLWrapper): SQL<string> =>
  sql`case when not ${isHan(name)} then substr(${name}, length(split_part(${name}, ' ', 1)) + 2) when ${dotted(name)} then substr(${name}, length(${beforeDot(name)}) + 2)
    when length(${name}) = 1 then '' when ${isCompound(name)} then left(${name}, 2) else left(${name}, 1) end`
