import * as z from 'zod/mini'
import {
  idCardHolder,
  personFields,
  type IdCardHolder,
  type PersonFields,
  type PersonPage,
} from '../../../contract/endpoints/people/people.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { code } from '../../../contract/fields.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'

/** Pupils, teachers, parents, employees. */
export const USER_TYPES = ['1', '2', '3', '4'] as const
export type TypedUserType = (typeof USER_TYPES)[number]

const TYPE_OF: Readonly<Record<TypedUserType, UserType>> = { '1': 1, '2': 2, '3': 3, '4': 4 }
export const typedType = (type: UserType): TypedUserType => USER_TYPES[type - 1] ?? '1'

type FieldName = keyof PersonFields

const EVERYBODY: readonly FieldName[] = ['realName', 'englishName', 'loginName', 'sex', 'email', 'phone', 'idCard']
const OF_EMPLOYEES: readonly FieldName[] = [
  ...EVERYBODY,
  'number',
  'departmentId',
  'positionTitle',
  'englishPositionTitle',
]
const OF_TYPE: Readonly<Record<TypedUserType, readonly FieldName[]>> = {
  '1': [...EVERYBODY, 'number', 'birthday', 'classId'],
  '2': OF_EMPLOYEES,
  '3': EVERYBODY,
  '4': OF_EMPLOYEES,
}

/** Whether people of a type have a field. */
export const hasField = (type: TypedUserType, field: FieldName): boolean => OF_TYPE[type].includes(field)

const typedPersonFields = z.object({
  userType: z.literal(USER_TYPES),
  realName: z.string(),
  englishName: z.string(),
  number: z.string(),
  loginName: z.string(),
  sex: z.string(),
  birthday: z.string(),
  classId: z.string(),
  departmentId: z.string(),
  positionTitle: z.string(),
  englishPositionTitle: z.string(),
  email: z.string(),
  phone: z.string(),
  /** A new number: the kept one is not shown in the form. */
  idCard: z.string(),
  removesIdCard: z.boolean(),
  /** A pupil who has left has no class, and gets one by coming back. */
  hasLeft: z.boolean(),
  /** A parent whom the school has recorded without a login name. */
  mayLackLogin: z.boolean(),
})

/** The fields as they are typed: texts, '' without a value. */
export type TypedPerson = z.infer<typeof typedPersonFields>

/** The fields of a person, or those of a new pupil of a class. */
export function typedPerson(person: PersonPage | null, classId: string | null): TypedPerson {
  return {
    userType: person ? typedType(person.userType) : '1',
    realName: person?.realName ?? '',
    englishName: person?.englishName ?? '',
    number: person?.number ?? '',
    loginName: person?.loginName ?? '',
    sex: String(person?.sex ?? ''),
    birthday: person?.birthday ?? '',
    classId: (person ? person.classId : classId) ?? '',
    departmentId: person?.departmentId ?? '',
    positionTitle: person?.positionTitle ?? '',
    englishPositionTitle: person?.englishPositionTitle ?? '',
    email: person?.email ?? '',
    phone: person?.phoneShown ?? '',
    idCard: '',
    removesIdCard: false,
    hasLeft: Boolean(person?.left),
    mayLackLogin: person?.loginName === '',
  }
}

const given = z
  .object({ ...personFields.shape, userType: z.literal(USER_TYPES), hasLeft: z.boolean(), mayLackLogin: z.boolean() })
  .check(
    needed('number', ({ userType }) => hasField(userType, 'number'), 'field.required'),
    needed('loginName', ({ userType, mayLackLogin }) => userType !== '1' && !mayLackLogin, 'field.required'),
    needed('classId', ({ userType, hasLeft }) => userType === '1' && !hasLeft, 'people.class_needed'),
  )

type Facts = Pick<TypedPerson, 'userType' | 'hasLeft' | 'mayLackLogin'>

function needed(field: 'number' | 'loginName' | 'classId', isNeeded: (person: Facts) => boolean, error: ErrorCode) {
  return z.refine<PersonFields & Facts>(
    (person) => !isNeeded(person) || (person[field] ?? '') !== '',
    // With the errors of the other fields.
    { path: [field], error: code(error), when: () => true },
  )
}

/** The input of `save` from the typed fields. Fields of other types are left out, whatever was typed there before the type was changed. */
export const personForm = z.pipe(
  typedPersonFields,
  z.pipe(
    z.transform((typed: TypedPerson) => {
      const text = (name: FieldName) => (hasField(typed.userType, name) ? typed[name].trim() : '')
      const sex = text('sex')
      const idCard = typed.removesIdCard ? null : text('idCard') || undefined
      return {
        userType: typed.userType,
        hasLeft: typed.hasLeft,
        mayLackLogin: typed.mayLackLogin,
        realName: text('realName'),
        englishName: text('englishName'),
        number: text('number'),
        loginName: text('loginName'),
        sex: sex === '1' ? 1 : sex === '2' ? 2 : null,
        birthday: text('birthday') || null,
        classId: text('classId') || null,
        departmentId: text('departmentId') || null,
        positionTitle: text('positionTitle'),
        englishPositionTitle: text('englishPositionTitle'),
        email: text('email') || null,
        phone: text('phone') || null,
        ...(idCard === undefined ? {} : { idCard }),
      } as const
    }),
    z.pipe(
      given,
      z.transform((typed: z.infer<typeof given>) => {
        const { userType, hasLeft: _hasLeft, mayLackLogin: _mayLackLogin, ...fields } = typed
        return { ...fields, userType: TYPE_OF[userType] }
      }),
    ),
  ),
)

const taken = z.object({ failure: z.object({ envelope: z.object({ data: idCardHolder }) }) })

/** The person who has the identity number that was refused; null for another failure. */
export function holderOf(error: unknown): IdCardHolder | null {
  if (failureCode(error) !== 'people.id_card_taken') return null
  return taken.safeParse(error).data?.failure.envelope.data.holder ?? null
}
