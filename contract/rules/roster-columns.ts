import { LISTED_FIELDS } from '../people/fields.ts'

/** The columns of a class list besides the name, which always comes first; the number follows it. `signature` and `note` are empty columns for paper. */
const COLUMNS = ['number', ...LISTED_FIELDS, 'guardians', 'signature', 'note'] as const
export const ROSTER_COLUMNS = [...new Set(COLUMNS)]
export type RosterColumn = (typeof ROSTER_COLUMNS)[number]

/** Until a person saves others. */
export const USUAL_COLUMNS: readonly RosterColumn[] = ['number', 'sex', 'birthday', 'guardians']
