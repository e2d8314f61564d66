import * as z from 'zod/mini'
import type { UserType } from '../endpoint.ts'
import type { Language } from '../envelope.ts'
import { cleaned, loginName } from '../cleaned-text.ts'
import { code, filled, id, text } from '../fields.ts'
import { EMAIL_LENGTH, LOGIN_NAME_LENGTH } from '../limits.ts'
import { isEmail } from '../rules/fields/email.ts'
import { isTypedIdCard } from '../rules/fields/id-card.ts'
import { NATIONALITIES, nationalityName } from '../rules/fields/nationality.ts'
import { isStoredPhone } from '../rules/fields/phone.ts'

// Every field of a person, in the order of the form. Forms, the person's page, imports, exports, merging and class lists follow it. The server's part (columns, how cells are read) is
// server/modules/people/fields.ts, the headings of sheets are in contract/rules/imports/import-fields.ts; both lack no field, or they do not compile.

interface Field {
  /**
   * How a value is typed, shown and stored. 'text': '' without one. All others are null without one: 'optional' a text, 'choice' one of `values`, 'row' the id of a row of another table, 'day'
   * YYYY-MM-DD, 'month' its first day, 'sealed' a number that the database has encrypted alone.
   */
  readonly kind: 'text' | 'optional' | 'choice' | 'row' | 'day' | 'month' | 'sealed'
  /** The types of people who have it. */
  readonly of: readonly UserType[]
  /** The key of its name in the texts of the administration; 'form.' and its own name where it is left out. */
  readonly label?: string
  /** What a save takes; a field without it comes by imports alone. */
  readonly save?: z.ZodMiniType
  /** Characters as it is typed. */
  readonly most?: number
  /** Among the further facts of registers: in `details` of the person's page, and kept where a save leaves it out. */
  readonly isDetail?: true
  /** What sheets and the rows of imports call it, where that is not its own name. */
  readonly importedAs?: string
  /** Class lists have a column for it, of so many characters. */
  readonly classList?: number
  readonly values?: readonly (string | number)[]
  /** The name of a value, where that is no text of the administration. */
  readonly nameOf?: (value: string, language: Language) => string
}

const EVERYBODY: readonly UserType[] = [1, 2, 3, 4]
const PUPILS: readonly UserType[] = [1]
const EMPLOYEES: readonly UserType[] = [2, 4]

/** Characters of an ID number as it may be typed, with spaces. */
const ID_CARD_TYPED = 32
const idCard = z.string().check(z.maxLength(ID_CARD_TYPED), z.refine(isTypedIdCard, code('field.id_card')))
const email = z.string().check(z.trim(), z.maxLength(EMAIL_LENGTH), z.refine(isEmail, code('field.email')))
const phone = z.string().check(z.refine(isStoredPhone, code('field.phone')))

export const PERSON_FIELDS = {
  realName: {
    kind: 'text',
    of: EVERYBODY,
    label: 'column.name',
    save: cleaned(filled(50)),
    most: 50,
    importedAs: 'name',
  },
  englishName: { kind: 'text', of: EVERYBODY, save: cleaned(text(100)), most: 100, classList: 20 },
  /** Required for those who have it. */
  number: {
    kind: 'text',
    of: [...PUPILS, ...EMPLOYEES],
    label: 'column.number',
    save: cleaned(text(32)),
    most: 32,
    classList: 14,
  },
  /** 1 male, 2 female. */
  sex: {
    kind: 'choice',
    of: EVERYBODY,
    label: 'column.sex',
    save: z.nullable(z.literal([1, 2])),
    values: [1, 2],
    classList: 8,
  },
  birthday: { kind: 'day', of: PUPILS, save: z.nullable(z.iso.date(code('field.date'))), most: 10, classList: 14 },
  classId: { kind: 'row', of: PUPILS, label: 'filter.class', save: z.nullable(id) },
  departmentId: { kind: 'row', of: EMPLOYEES, label: 'filter.department', save: z.nullable(id) },
  positionTitle: { kind: 'text', of: EMPLOYEES, save: text(50), most: 50, importedAs: 'position' },
  englishPositionTitle: { kind: 'text', of: EMPLOYEES, save: text(100), most: 100, importedAs: 'englishPosition' },
  /** Of an account; '' for a pupil without one, and for a parent who has none yet. */
  loginName: { kind: 'text', of: EVERYBODY, label: 'column.loginName', save: loginName, most: LOGIN_NAME_LENGTH },
  email: { kind: 'optional', of: EVERYBODY, save: z.nullable(email), most: EMAIL_LENGTH },
  phone: { kind: 'optional', of: EVERYBODY, save: z.nullable(phone), most: 32 },
  /** Of the resident identity card; numbers of other documents are not kept. Taken of who has the right in the whole unit, and shown to them alone. */
  idCard: { kind: 'sealed', of: EVERYBODY, isDetail: true, save: z.optional(z.nullable(idCard)), most: ID_CARD_TYPED },
  /** Of the national register of pupils: it has the identity number in it. */
  nationalNumber: { kind: 'sealed', of: PUPILS, isDetail: true },
  enrolledOn: { kind: 'month', of: PUPILS, isDetail: true },
  /** Two letters of ISO 3166-1. */
  nationality: {
    kind: 'choice',
    of: [...PUPILS, ...EMPLOYEES],
    isDetail: true,
    save: z.optional(z.nullable(z.literal(NATIONALITIES))),
    values: NATIONALITIES,
    nameOf: nationalityName,
  },
  ethnicGroup: { kind: 'optional', of: EVERYBODY, isDetail: true },
} as const satisfies Readonly<Record<string, Field>>

type Fields = typeof PERSON_FIELDS
export type PersonField = keyof Fields
/** The fields with a property of this form. */
type With<Property> = { [F in PersonField]: Fields[F] extends Property ? F : never }[PersonField]
export type SavedField = With<{ save: z.ZodMiniType }>
export type DetailField = With<{ isDetail: true }>
export type SealedField = With<{ kind: 'sealed' }>
export type SavedDetail = SavedField & DetailField

/** A field without the literals of its own type, as loops over the fields need it. */
export const personField = (name: PersonField): Field => PERSON_FIELDS[name]
export const hasField = (type: UserType, name: PersonField): boolean => personField(name).of.includes(type)
type LabelOf<F extends PersonField> = F extends PersonField
  ? Fields[F] extends { label: infer Label extends string }
    ? Label
    : `form.${F}`
  : never
/** The key of a field's name in the texts of the administration. */
export const labelOf = <F extends PersonField>(name: F) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the type says
  (personField(name).label ?? `form.${name}`) as LabelOf<F>
/** What sheets and the rows of imports call a field. */
export const importName = (name: PersonField): string => personField(name).importedAs ?? name

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has no other keys
export const ALL_FIELDS = Object.keys(PERSON_FIELDS) as PersonField[]
export const isSaved = (name: PersonField): name is SavedField => personField(name).save !== undefined
export const isDetail = (name: PersonField): name is DetailField => personField(name).isDetail === true
export const isSealed = (name: PersonField): name is SealedField => personField(name).kind === 'sealed'
export const SAVED_FIELDS = ALL_FIELDS.filter(isSaved)
export const SAVED_DETAILS = SAVED_FIELDS.filter((name): name is SavedDetail => isDetail(name))
export const DETAIL_FIELDS = ALL_FIELDS.filter(isDetail)
export const SEALED_FIELDS = ALL_FIELDS.filter(isSealed)

/** A value as it is shown. */
function shownValue(name: PersonField): z.ZodMiniType {
  const { kind, values } = personField(name)
  if (kind === 'text') return z.string()
  return z.nullable(values ? z.literal(values) : z.string())
}
type Shown<F extends PersonField> = Fields[F] extends { kind: 'text' }
  ? z.ZodMiniString<string>
  : z.ZodMiniNullable<
      Fields[F] extends { values: readonly (infer V extends string | number)[] }
        ? z.ZodMiniLiteral<V>
        : z.ZodMiniString<string>
    >

/** By which a page says that there is a sealed number. */
export const hasSealed = <F extends SealedField>(name: F) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the first letter is the only difference
  `has${name.charAt(0).toUpperCase()}${name.slice(1)}` as `has${Capitalize<F>}`

/* oxlint-disable typescript/no-unsafe-type-assertion -- an object that is made of a list has the list's names */

/** What a save takes. */
export const savedShape = Object.fromEntries(SAVED_FIELDS.map((name) => [name, personField(name).save])) as {
  [F in SavedField]: Fields[F]['save']
}

/** The facts of a person's page; of sealed numbers only whether there are any. */
export const detailsShape = Object.fromEntries(
  DETAIL_FIELDS.map((name) => (isSealed(name) ? [hasSealed(name), z.boolean()] : [name, shownValue(name)])),
) as { [F in Exclude<DetailField, SealedField>]: Shown<F> } & {
  [F in SealedField as `has${Capitalize<F>}`]: z.ZodMiniBoolean
}

/** The sealed numbers of a person, opened. */
export const numbersShape = Object.fromEntries(SEALED_FIELDS.map((name) => [name, z.nullable(z.string())])) as {
  [F in SealedField]: z.ZodMiniNullable<z.ZodMiniString<string>>
}

/** Fields that are columns of class lists. */
export type ListedField = With<{ classList: number }>
export const LISTED_FIELDS = ALL_FIELDS.filter((name): name is ListedField => personField(name).classList !== undefined)
/** What a row of a class list has of them; its number has a name of its own. */
export const listedShape = Object.fromEntries(
  LISTED_FIELDS.flatMap((name) => (name === 'number' ? [] : [[name, shownValue(name)]])),
) as { [F in Exclude<ListedField, 'number'>]: Shown<F> }
