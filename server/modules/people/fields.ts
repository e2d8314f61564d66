import type { MergeField } from '../../../contract/endpoints/people/merging.ts'
import type { DetailField, PersonField } from '../../../contract/people/fields.ts'
import { readIdCard } from '../../../contract/rules/fields/id-card.ts'
import { readNationality } from '../../../contract/rules/fields/nationality.ts'
import type { ImportWarning } from '../../../contract/rules/imports/import-warnings.ts'

// Where the fields of contract/people/fields.ts are kept, and how the cells of sheets that need more than their kind says are read. The SQL made of it is in field-sql.ts.

export type PersonTable = 'student' | 'user_account' | 'staff_member' | 'person_detail'

interface StoredField extends Partial<Readonly<Record<PersonTable, string>>> {
  /** Of a sealed number: as it is kept, and in the one form in which it is compared. Null for a cell that has none. */
  readonly readNumber?: typeof readIdCard
  /** Of one of several values. Undefined for a cell that names none. */
  readonly readValue?: (text: string) => string | undefined
  /** By which choice of a merge the value of the one who goes stays, where that is not the field's name. */
  readonly choice?: MergeField
  /** What is said of a cell that these do not read. */
  readonly unread?: ImportWarning
}

/** The column in each table that keeps a field. A sealed number has two columns, whose names end in `_sealed` and `_key`. */
export const STORED: Readonly<Record<Exclude<PersonField, DetailField>, StoredField>> &
  Readonly<Record<DetailField, StoredField & { readonly person_detail: string }>> = {
  realName: { student: 'real_name', user_account: 'real_name' },
  englishName: { student: 'english_name', user_account: 'english_name', staff_member: 'english_name' },
  number: { student: 'student_number', staff_member: 'staff_number' },
  sex: { student: 'sex', user_account: 'sex' },
  birthday: { student: 'birthday' },
  // Whoever leaves loses the class: imports write it with the day and the reason.
  classId: {},
  departmentId: { staff_member: 'department_id', choice: 'place' },
  positionTitle: { staff_member: 'position_title', choice: 'position' },
  englishPositionTitle: { staff_member: 'english_position_title', choice: 'position' },
  loginName: { user_account: 'login_name', choice: 'signIn' },
  email: { user_account: 'email' },
  // In account_contact the person's own, in guardian_contact the school's.
  phone: {},
  idCard: { person_detail: 'id_card', readNumber: readIdCard, unread: 'id_card_skipped' },
  nationalNumber: {
    person_detail: 'national_number',
    readNumber: readNationalNumber,
    unread: 'national_number_skipped',
  },
  enrolledOn: { person_detail: 'enrolled_on' },
  nationality: { person_detail: 'nationality', readValue: readNationality, unread: 'nationality_skipped' },
  ethnicGroup: { person_detail: 'ethnic_group' },
}

/** The number of a pupil in the national register, as G and an identity number. */
function readNationalNumber(text: string): ReturnType<typeof readIdCard> {
  const number = text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z\d]{6,32}$/.test(number) ? { number, compared: number } : null
}
