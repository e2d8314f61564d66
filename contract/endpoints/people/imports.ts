import * as z from 'zod/mini'
import { flag, id, text, wholeNumber } from '../../fields.ts'
import { get, getFile, postFile, postJson } from '../../endpoint.ts'
import { IMPORT_FILE_MAX } from '../../limits.ts'
import { ENCODINGS, SEPARATOR_NAMES } from '../../rules/imports/text-forms.ts'

// Imports and exports of people and classes.

/** 'left': a person who has left or was closed, and stays so: nothing of the row is written unless that is chosen. */
export const ROW_ACTIONS = ['new', 'changed', 'unchanged', 'deactivated', 'left', 'error', 'ambiguous'] as const
/** What may be done with rows that a sheet hides. */
export const HIDDEN_ROWS = ['read', 'skip'] as const
const rowAction = z.literal(ROW_ACTIONS)

const counts = z.object({
  people: z.number(),
  /** Accounts of guardians whom rows of pupils name. */
  parents: z.number(),
  guardians: z.number(),
  classes: z.number(),
  grades: z.number(),
  campuses: z.number(),
  departments: z.number(),
  subjects: z.number(),
})

/** How the columns of each sheet were read; a table of null: none of its columns is known. */
export const importSheets = z.array(
  z.object({
    sheet: z.string(),
    table: z.nullable(z.literal(['people', 'classes'])),
    columns: z.array(
      z.object({
        heading: z.string(),
        field: z.nullable(z.string()),
        /** Known, and of no field: the portal does not keep it. */
        isNotKept: z.optional(z.literal(true)),
      }),
    ),
    /** The first rows below the headings; of a sheet without known headings, the rows in which they were looked for. None in lists, and once the import's rows are forgotten. */
    sample: z._default(z.array(z.array(z.string())), []),
    /** How a text file was read. */
    text: z.optional(z.object({ encoding: z.literal(ENCODINGS), separator: z.literal(SEPARATOR_NAMES) })),
    /** Rows that are hidden or filtered away, or all of a hidden sheet (`isWhole`): how many, and the first of them. */
    hidden: z.optional(
      z.object({ count: z.number(), rows: z.array(z.number()), isWhole: z.optional(z.literal(true)) }),
    ),
    /** What the sheet's name says of grade and class where no column does ('' for neither), and whether that is used. */
    place: z.optional(z.object({ grade: z.string(), class: z.string(), used: z.boolean() })),
  }),
)
export type ImportSheet = z.infer<typeof importSheets>[number]

export const importSummary = z.object({
  importId: id,
  fileName: z.string(),
  sha256: z.string(),
  format: z.literal(['csv', 'xlsx', 'oneroster']),
  /** The system whose identifiers the file has. */
  source: z.string(),
  /** In bulk, people of the file's types who are not in it are deactivated. */
  mode: z.literal(['bulk', 'delta']),
  status: z.literal([
    'reading',
    'ready',
    'applying',
    'applied',
    'undoing',
    'failed',
    'stale',
    'undone',
    'cancelled',
    'refused',
  ]),
  /** Percent, while it is applied or taken back. */
  progress: z.number(),
  /** The error code of the last failure; of an applied import, why it was not taken back. */
  code: z.nullable(z.string()),
  sheets: importSheets,
  counts: z.record(rowAction, counts),
  needsConfirmation: z.boolean(),
  /** What is done with hidden rows; null while it has not been said. */
  hiddenRows: z.nullable(z.literal(HIDDEN_ROWS)),
  /**
   * The file seems to be of the year before the last turn: most pupils of a grade would go back to the grade in which they were then (`moved` of the `of` in such grades).
   * Nothing is written before it is answered: their classes are kept, or they are moved.
   */
  lastYear: z.nullable(
    z.object({ year: z.string(), moved: z.number(), of: z.number(), answer: z.nullable(z.literal(['keep', 'move'])) }),
  ),
  /** Rows with warnings. */
  warnings: z.number(),
  /** Rows that could be several people. */
  openChoices: z.number(),
  /** Of OneRoster's files that have some: how many are new or changed, as they are, and in none of the unit's terms, which are not kept. */
  gradingPeriods: z._default(
    z.nullable(z.object({ changed: z.number(), unchanged: z.number(), outside: z.number() })),
    null,
  ),
  undoable: z.boolean(),
  /** Of an import that was undone in part: how many people were left as they are, or rows, where none is one of a person. Null for others. */
  kept: z.nullable(z.number()),
  /** Begun by the unit's schedule. */
  scheduled: z.boolean(),
  createdAt: z.string(),
  appliedAt: z.nullable(z.string()),
  /** Null for a command of an operator. */
  by: z.nullable(z.object({ userId: id, realName: z.string(), englishName: z.string(), loginName: z.string() })),
})
export type ImportSummary = z.infer<typeof importSummary>

const fields = z.nullable(z.record(z.string(), z.unknown()))

/** Of a cell: `column` is its heading, '' for the whole row; `message` is in both languages. */
const remark = z.object({
  column: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.string()),
})

export const importRow = z.object({
  rowNo: z.number(),
  kind: z.literal(['campus', 'grade', 'class', 'department', 'subject', 'person', 'guardian']),
  userType: z.nullable(z.number()),
  sheet: z.string(),
  /** As the spreadsheet counts; 0 for what other rows imply. */
  row: z.number(),
  name: z.string(),
  /** The pupil of a guardian. */
  owner: z.nullable(z.string()),
  action: rowAction,
  /** Of a change the changed fields alone. */
  before: fields,
  after: fields,
  /** What the identifiers in `before` and `after` name. */
  names: z.record(z.string(), z.object({ name: z.string(), englishName: z.string() })),
  candidates: z.array(z.object({ id, name: z.string(), number: z.string(), className: z.string() })),
  choice: z.nullable(z.string()),
  /** Brought back by choice: had left, or was closed. */
  back: z.boolean(),
  /** Of a pupil who has left: on which day. */
  leftOn: z.nullable(z.string()),
  /** Why it cannot be written. */
  problems: z.array(remark),
  /** How cells were understood, or that they were left out; the row is written. */
  warnings: z.array(remark),
})
export type ImportRow = z.infer<typeof importRow>

const admin = { access: 'session', permission: 'base_import', licence: 'base' } as const
const one = z.object({ importId: id })

/**
 * Uploads a file and previews it: nothing but the preview is written. `mapping` is JSON: `{ table, type?, columns: { heading: field } }`, and is remembered; `type` is that
 * of people without a column of types. `encoding` and `separator` are those of a text, which are found else; `hiddenRows` is what to do with rows that sheets hide, and has to be
 * said before it is applied; `classBySheet` takes grade and class from the names of sheets without such a column, and is remembered as well. 'import.no_header' comes with the sheets, so that the columns can be mapped.
 */
export const preview = postFile({
  ...admin,
  name: 'imports.preview',
  path: '/api/imports/preview',
  risk: 'ordinary',
  bodyLimit: IMPORT_FILE_MAX + 64 * 1024,
  request: z.object({
    source: z.optional(text(64, 1)),
    mode: z.optional(z.literal(['bulk', 'delta'])),
    encoding: z.optional(z.literal(ENCODINGS)),
    separator: z.optional(z.literal(SEPARATOR_NAMES)),
    hiddenRows: z.optional(z.literal(HIDDEN_ROWS)),
    classBySheet: z.optional(flag),
    mapping: z.optional(text(8000)),
    pupilAccounts: z.optional(flag),
    parentAccounts: z.optional(flag),
  }),
  response: importSummary,
})

/** The imports of the unit, newest first. */
export const list = get({
  ...admin,
  name: 'imports.list',
  path: '/api/imports',
  risk: 'ordinary',
  request: z.object({ page: z.optional(wholeNumber(1, 10_000)) }),
  response: z.object({ imports: z.array(importSummary), total: z.number() }),
})

export const summary = get({
  ...admin,
  name: 'imports.summary',
  path: '/api/imports/one',
  risk: 'ordinary',
  request: one,
  response: importSummary,
})

/** Rows of an action, or those with warnings ('warned'), a page from after the row `after`. */
export const rows = get({
  ...admin,
  name: 'imports.rows',
  path: '/api/imports/rows',
  risk: 'ordinary',
  request: z.object({
    importId: id,
    action: z.literal([...ROW_ACTIONS, 'warned']),
    after: z.optional(wholeNumber(0, 10_000_000)),
  }),
  response: z.array(importRow),
})

/** Says whom a row is about: one of its candidates, or 'new'; 'ask' takes that back. Of a row of a person who has left: 'back' or 'stay'. */
export const choose = postJson({
  ...admin,
  name: 'imports.choose',
  path: '/api/imports/choose',
  risk: 'ordinary',
  request: z.object({
    importId: id,
    choices: z.array(z.object({ rowNo: z.int(), choice: id })).check(z.maxLength(500)),
  }),
  response: importSummary,
})

/** Compares an import with what is there now. `lastYear` answers what the summary asks. */
export const compare = postJson({
  ...admin,
  name: 'imports.compare',
  path: '/api/imports/compare',
  risk: 'ordinary',
  request: z.object({ importId: id, lastYear: z.optional(z.literal(['keep', 'move'])) }),
  response: importSummary,
})

/** Begins a job; `summary` says how far it is. `leaveOut`: rows in error are left out, with the guardians in them, unless nothing else would be written ('import.nothing_left'); else they are an error. */
export const apply = postJson({
  ...admin,
  name: 'imports.apply',
  path: '/api/imports/apply',
  risk: 'hard-to-undo',
  request: z.object({ importId: id, confirmDeactivation: z.optional(z.boolean()), leaveOut: z.optional(z.boolean()) }),
  response: importSummary,
})

/**
 * Why a row of an import is not taken back: some of its fields were changed; it is gone, or what it was before is; it was merged with another; and what has come to
 * depend on it.
 */
export const UNDO_REASONS = [
  'changed',
  'gone',
  'merged',
  'signed_in',
  'role',
  'guardian',
  'linked',
  'face',
  'files',
  'messages',
  'attendance',
  'used',
] as const
export type UndoReason = (typeof UNDO_REASONS)[number]

/** What comes with 'import.undo_changed'. */
export const undoObstacles = z.object({
  rows: z.array(
    z.object({
      kind: importRow.shape.kind,
      name: z.string(),
      reason: z.literal(UNDO_REASONS),
      /** Of a changed row, as in `after` of its row; 'other' for what imports do not write. */
      fields: z.array(z.string()),
    }),
  ),
  /** People that would be left, and those that can be taken back without them; rows, where none is one of a person. */
  kept: z.number(),
  rest: z.number(),
})

/**
 * Begins a job that takes the import back; `summary` says how far it is. 'import.undo_changed' comes with the rows that stand in the way (`undoObstacles`), unless
 * they are left as they are by choice (`partly`).
 */
export const undo = postJson({
  ...admin,
  name: 'imports.undo',
  path: '/api/imports/undo',
  risk: 'hard-to-undo',
  request: z.object({ importId: id, partly: z.optional(z.boolean()) }),
  response: importSummary,
})

export const cancel = postJson({
  ...admin,
  name: 'imports.cancel',
  path: '/api/imports/cancel',
  risk: 'ordinary',
  request: one,
  response: importSummary,
})

/** The rows in error as a sheet, each with what to do. */
export const errorSheet = getFile({
  ...admin,
  name: 'imports.errorSheet',
  path: '/api/imports/errors.xlsx',
  risk: 'takes-data-out',
  request: one,
})

/**
 * The sheets of the file with all their rows, those in error marked; it can be mended and imported as it is. Identity numbers are masked but for the one who uploaded the file and for
 * administrators, and each answer is recorded.
 */
export const markedSheet = getFile({
  ...admin,
  name: 'imports.markedSheet',
  path: '/api/imports/marked.xlsx',
  risk: 'takes-data-out',
  request: one,
})

/** Empty sheets for people and classes. */
export const template = getFile({
  ...admin,
  name: 'imports.template',
  path: '/api/imports/template.xlsx',
  risk: 'ordinary',
})

/** All people and classes, in a form that can be imported again. Each answer is recorded. */
export const exportPeople = getFile({
  ...admin,
  name: 'imports.export',
  path: '/api/imports/export',
  risk: 'takes-data-out',
  request: z.object({ format: z.literal(['xlsx', 'people.csv', 'classes.csv', 'oneroster']) }),
})
