import * as z from 'zod/mini'
import * as people from '../../../contract/endpoints/people/people.ts'
import type { Language } from '../../../contract/envelope.ts'
import { code } from '../../../contract/fields.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { nameIn, useLocale } from '../portal-context.ts'
import { PickField } from '../../../src/app/ui/pick/PickField.tsx'
import type { TypedUserType } from '../people/person-form.ts'

/** A person as a form has them. */
export const pickedPerson = z.object(
  { userId: z.string(), realName: z.string(), englishName: z.string() },
  code('field.required'),
)
export type Picked = Readonly<z.infer<typeof pickedPerson>>
/** For a form that asks for one: null until then. */
export const neededPerson = z.pipe(z.nullable(pickedPerson), pickedPerson)

/** People that are offered. */
const OFFERED = 8
const EMPLOYEES: readonly TypedUserType[] = ['2', '4']

/**
 * One person of these types, by default a teacher or an employee, found by name. A pupil's `userId` is that of the pupil. With `unlike` others of this person's kind, also those who are not active.
 */
export function PersonField({
  types = EMPLOYEES,
  unlike,
  person,
  onChange,
  ...field
}: {
  label: string
  labelled?: 'above' | 'unseen'
  placeholder?: string
  initialText?: string
  types?: readonly TypedUserType[]
  unlike?: people.PersonKey
  name?: string
  error?: string
  person: Picked | null
  onChange: (person: Picked | null) => void
}) {
  const { t, personName, language } = useLocale()
  const call = useCall()
  const state = unlike ? 'all' : 'active'
  return (
    <PickField<Picked & { detail?: string }>
      placeholder={t('structure.findPerson')}
      nothing={t(types === EMPLOYEES ? 'structure.nobodyFound' : 'people.nothing')}
      {...field}
      chosen={person ? [person] : []}
      search={async (query, signal) => {
        const found = await Promise.all(
          types.map((userType) => call(people.list, { query, userType, state, size: OFFERED + 1 }, { signal })),
        )
        return found
          .flatMap((page) => page.people)
          .filter(({ id, kind }) => !unlike || (id !== unlike.id && kind === unlike.kind))
          .slice(0, OFFERED)
          .map((one) => ({ ...one, userId: one.id, detail: personDetail(one, language) }))
      }}
      show={(one) => ({ id: one.userId, name: personName(one), detail: one.detail ?? '' })}
      onChange={([one]) =>
        onChange(one ? { userId: one.userId, realName: one.realName, englishName: one.englishName } : null)
      }
    />
  )
}

/** What tells two people of one name apart: number, user name, and classes or department. */
function personDetail({ number, loginName, places }: people.PersonRow, language: Language): string {
  return [number, loginName, ...places.map((place) => nameIn(place, language))].filter(Boolean).join(' · ')
}
