import type { DetailField, SealedField } from '../../../../contract/people/fields.ts'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import type { ImportWarning } from '../../../../contract/rules/imports/import-warnings.ts'
import type { SealedNumber } from '../../people/record/sealed-numbers.ts'
import type { TextForm } from './choose-text-form.ts'
import type { SheetPlace } from './sheet-place.ts'

export type UserKind = 1 | 2 | 3 | 4
export type Relation = 'father' | 'mother' | 'grandparent' | 'other'

interface Remark<Code> {
  /** The heading of the column; '' for the whole row. */
  readonly column: string
  readonly value: string
  readonly code: Code
  readonly params: Readonly<Record<string, string>>
}
/** Why a row cannot be written. */
export type RowProblem = Remark<ImportProblem>
/** How a cell was understood, or that it was left out; the row is written. */
export type RowWarning = Remark<ImportWarning>

/** What a row says of the facts of registers. */
export type GivenDetails = { readonly [F in DetailField]?: F extends SealedField ? SealedNumber : string }

/** What a row says of a person. What is absent stays as it is. */
export interface GivenPerson extends GivenDetails {
  readonly type?: UserKind
  readonly name?: string
  readonly englishName?: string
  readonly number?: string
  readonly loginName?: string
  readonly sex?: number
  readonly birthday?: string
  readonly grade?: string
  readonly class?: string
  /** The class stands in a column of numbers of classes: a new one is named as the others of its grade. */
  readonly isClassNumber?: true
  /** Identifiers of the source, in place of the names of grade and class. */
  readonly classSourceId?: string
  /** Where the files of OneRoster say so: the row of the enrolment. */
  readonly enrolmentRow?: string
  readonly campus?: string
  readonly department?: string
  readonly englishDepartment?: string
  readonly position?: string
  readonly englishPosition?: string
  readonly phone?: string
  readonly email?: string
  /** The login name of the same person's account as a parent. */
  readonly parentAccount?: string
  readonly active?: boolean
  readonly sourceId?: string
  /** What a teacher teaches where. */
  readonly teaching?: readonly { readonly subject: string; readonly grade?: string; readonly class: string }[]
}

export interface GivenClass {
  readonly grade?: string
  readonly englishGrade?: string
  readonly class?: string
  readonly englishName?: string
  readonly campus?: string
  readonly headTeacher?: string
  readonly headSourceId?: string
  readonly sourceId?: string
}

/** A guardian, in the row of a pupil (`of`). */
export interface GivenGuardian {
  readonly of: number
  readonly name: string
  readonly relation?: Relation
  readonly phone?: string
  /** A parent with a row of their own. */
  readonly sourceId?: string
}

interface Row<Kind extends string, Given> {
  readonly kind: Kind
  readonly rowNo: number
  readonly sheet: string
  readonly rowNumber: number
  readonly name: string
  readonly given: Given
  readonly problems: readonly RowProblem[]
  readonly warnings?: readonly RowWarning[]
}

export type StagedRow = Row<'person', GivenPerson> | Row<'class', GivenClass> | Row<'guardian', GivenGuardian>

/** Days of a row whose day and month only the other rows tell apart, by field; one that is none is absent, which a warning or a problem says. */
export interface LateDate {
  readonly rowNo: number
  readonly given: Readonly<Record<string, string>>
  readonly warnings: readonly RowWarning[]
  readonly problems: readonly RowProblem[]
}

/** How the columns of a sheet were read: the page shows it, and lets it be changed. */
export interface SheetColumns {
  readonly sheet: string
  readonly table: 'people' | 'classes' | null
  readonly columns: readonly {
    readonly heading: string
    readonly field: string | null
    /** No field, because the portal does not keep what it has. */
    readonly isNotKept?: true
  }[]
  /** The first rows below the headings, or those in which no headings were found. */
  readonly sample: readonly (readonly string[])[]
  readonly text?: TextForm | undefined
  /** Rows that the sheet hides: how many, the first of them, and whether they are all of the sheet. */
  readonly hidden?:
    | { readonly count: number; readonly rows: readonly number[]; readonly isWhole?: true | undefined }
    | undefined
  /** What the sheet's name says where no column does. */
  readonly place?: (SheetPlace & { readonly used: boolean }) | undefined
}

/** Without what a row does not say. */
export function withoutEmpty<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only undefined is left out
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
