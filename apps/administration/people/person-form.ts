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
import {
  hasField as isFieldOf,
  personField,
  type PersonField,
  SAVED_FIELDS,
  type SavedField,
} from '../../../contract/people/fields.ts'
import { refusalData } from '../../../src/app/micro-apps/app-context.ts'

/** Pupils, teachers, parents, employees. */
export const USER_TYPES = ['1', '2', '3', '4'] as const
export type TypedUserType = (typeof USER_TYPES)[number]

const TYPE_OF: Readonly<Record<TypedUserType, UserType>> = { '1': 1, '2': 2, '3': 3, '4': 4 }
export const typedType = (type: UserType): TypedUserType => USER_TYPES[type - 1] ?? '1'

/** Whether people of a type have a field. */
export const hasField = (type: TypedUserType, field: PersonField): boolean => isFieldOf(TYPE_OF[type], field)

/** A new identity number is typed: the kept one is not shown in the form. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has these properties
const typedFields = Object.fromEntries(SAVED_FIELDS.map((name) => [name, z.string()])) as Record<
  SavedField,
  z.ZodMiniString<string>
>
const typedPersonFields = z.object({
  ...typedFields,
  userType: z.literal(USER_TYPES),
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
  const known: { readonly [Name in SavedField]?: string | number | null } = person
    ? { ...person, ...person.details, phone: person.phoneShown }
    : { classId }
  const typed = (name: SavedField) => String(known[name] ?? '')
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has these properties
    ...(Object.fromEntries(SAVED_FIELDS.map((name) => [name, typed(name)])) as Record<SavedField, string>),
    userType: person ? typedType(person.userType) : '1',
    removesIdCard: false,
    hasLeft: Boolean(person?.left),
    mayLackLogin: person?.loginName === '',
  }
}

/** What a save takes of a field; undefined where what is kept stays. Fields of other types are empty, whatever was typed there before the type was changed. */
function savedValue(typed: TypedPerson, name: SavedField): unknown {
  const { kind, values } = personField(name)
  const text = hasField(typed.userType, name) ? typed[name].trim() : ''
  if (kind === 'text') return text
  if (kind === 'sealed') return typed.removesIdCard ? null : text || undefined
  return (values ? values.find((value) => String(value) === text) : text) || null
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

/** The input of `save` from the typed fields. */
export const personForm = z.pipe(
  typedPersonFields,
  z.pipe(
    z.transform((typed: TypedPerson) => {
      const { userType, hasLeft, mayLackLogin } = typed
      const fields = SAVED_FIELDS.map((name) => [name, savedValue(typed, name)])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is checked next
      return { ...Object.fromEntries(fields), userType, hasLeft, mayLackLogin } as z.input<typeof given>
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

/** The person who has the identity number that was refused; null for another failure. */
export const holderOf = (error: unknown): IdCardHolder | null =>
  refusalData(error, 'people.id_card_taken', idCardHolder)?.holder ?? null
