/** The columns of a class list besides the name, which always comes first. */
export const ROSTER_COLUMNS = ['number', 'englishName', 'sex', 'birthday', 'guardians', 'signature', 'note'] as const
export type RosterColumn = (typeof ROSTER_COLUMNS)[number]

/** Until a person saves others. `signature` and `note` are empty columns for paper. */
export const USUAL_COLUMNS: readonly RosterColumn[] = ['number', 'sex', 'birthday', 'guardians']
