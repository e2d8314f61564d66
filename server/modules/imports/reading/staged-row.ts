import type { ImportRow } from '../../../../contract/endpoints/people/imports.ts'
import type { GUARDIAN_RELATIONS } from '../../../../contract/endpoints/people/roster.ts'
import type { DetailField, SealedField } from '../../../../contract/people/fields.ts'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import type { ImportWarning } from '../../../../contract/rules/imports/import-warnings.ts'
import type { SealedNumber } from '../../people/record/sealed-numbers.ts'

export type UserKind = 1 | 2 | 3 | 4
export type Relation = (typeof GUARDIAN_RELATIONS)[number]

interface Remark<Code> extends Readonly<Omit<ImportRow['problems'][number], 'code' | 'message'>> {
  readonly code: Code
}
/** Why a row cannot be written. */
export type RowProblem = Remark<ImportProblem>
/** How a cell was understood, or that it was left out; the row is written. */
export type RowWarning = Remark<ImportWarning>

/** What a row says of the facts of registers. */
export type GivenDetails = { readonly [F in DetailField]?: (F extends SealedField ? SealedNumber : string) | undefined }

type Texts<Field extends string> = { readonly [F in Field]?: string | undefined }

/** What a row says of a person. What is absent stays as it is. */
export interface GivenPerson
  extends
    GivenDetails,
    Texts<'name' | 'englishName' | 'number' | 'loginName' | 'birthday' | 'grade' | 'class' | 'campus'>,
    Texts<'department' | 'englishDepartment' | 'position' | 'englishPosition' | 'phone' | 'email' | 'sourceId'> {
  readonly type?: UserKind | undefined
  readonly sex?: number | undefined
  /** The class stands in a column of numbers of classes: a new one is named as the others of its grade. */
  readonly isClassNumber?: true | undefined
  /** Identifiers of the source, in place of the names of grade and class. */
  readonly classSourceId?: string | undefined
  /** Where the files of OneRoster say so: the row of the enrolment. */
  readonly enrolmentRow?: string | undefined
  /** The login name of the same person's account as a parent. */
  readonly parentAccount?: string | undefined
  readonly active?: boolean | undefined
  /** What a teacher teaches where. */
  readonly teaching?:
    | readonly { readonly subject: string; readonly grade?: string; readonly class: string }[]
    | undefined
}

export type GivenClass = Texts<
  'grade' | 'englishGrade' | 'class' | 'englishName' | 'campus' | 'headTeacher' | 'headSourceId' | 'sourceId'
>

/** A guardian, in the row of a pupil (`of`). `sourceId`: of a parent with a row of their own. */
export interface GivenGuardian extends Texts<'phone' | 'sourceId'> {
  readonly of: number
  readonly name: string
  readonly relation?: Relation | undefined
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
