import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { classList, exportClass } from '../../../contract/endpoints/people/roster.ts'
import type { Language } from '../../../contract/envelope.ts'
import { PERSON_FIELDS } from '../../../contract/people/fields.ts'
import type { RosterColumn } from '../../../contract/rules/roster-columns.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { personName, type Translate } from '../portal-context.ts'

export type Student = ResponseOf<typeof classList>['students'][number]
type Guardian = Student['guardians'][number]

/** Characters in a column of a sheet. */
function widthOf(column: RosterColumn): number {
  if (column === 'guardians') return 32
  if (column === 'signature') return 20
  return column === 'note' ? 24 : PERSON_FIELDS[column].classList
}

export function guardianText(guardian: Guardian, language: Language, t: Translate): string {
  const name = personName(guardian, language)
  return guardian.relation === null ? name : t('guardian', { name, relation: t(`relation.${guardian.relation}`) })
}

/** The text of a student in a column; '' where there is nothing, and in the columns for paper. */
export function cellText(student: Student, column: RosterColumn, language: Language, t: Translate): string {
  switch (column) {
    case 'number':
      return student.studentNumber
    case 'sex':
      return student.sex === 1 ? t('sex.boy') : student.sex === 2 ? t('sex.girl') : ''
    case 'guardians':
      return student.guardians.map((guardian) => guardianText(guardian, language, t)).join(t('join'))
    case 'signature':
    case 'note':
      return ''
    default:
      return student[column] ?? ''
  }
}

/** The columns of a class, the name first, on the screen and in a sheet. */
export function classColumns(
  columns: readonly RosterColumn[],
  language: Language,
  t: Translate,
): readonly (Column<Student> & { readonly value: (student: Student) => string })[] {
  return [
    { key: 'name', heading: t('column.name'), width: 18, value: (student) => personName(student, language) },
    ...columns.map((column) => ({
      key: column,
      heading: t(`column.${column}`),
      width: widthOf(column),
      isOneLine: column === 'number' || column === 'birthday' || column === 'sex',
      value: (student: Student) => cellText(student, column, language, t),
    })),
  ]
}

/** The class as a sheet with these columns. With `phones` the last column has the guardians' numbers. */
export function classSheet(
  students: ResponseOf<typeof exportClass>['students'],
  columns: readonly RosterColumn[],
  { language, t, phones }: { language: Language; t: Translate; phones: boolean },
): Sheet {
  const phone: ValueColumn<(typeof students)[number]> = {
    heading: t('column.phone'),
    width: 40,
    value: ({ guardians }) => phonesText(guardians, language, t),
  }
  return sheetOf(
    { name: t('export.sheet') },
    [...classColumns(columns, language, t), ...(phones ? [phone] : [])],
    students,
  )
}

function phonesText(
  guardians: readonly (Guardian & { phone: string | null })[],
  language: Language,
  t: Translate,
): string {
  return guardians
    .filter(({ phone }) => phone !== null)
    .map((guardian) => `${guardianText(guardian, language, t)} ${guardian.phone ?? ''}`)
    .join(t('join'))
}

/** The columns with one moved by a step, or as they are at an end. */
export function moveColumn(
  columns: readonly RosterColumn[],
  column: RosterColumn,
  step: -1 | 1,
): readonly RosterColumn[] {
  const from = columns.indexOf(column)
  const other = columns[from + step]
  if (from < 0 || other === undefined) return columns
  return columns.map((one) => (one === column ? other : one === other ? column : one))
}
