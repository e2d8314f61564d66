import * as z from 'zod/mini'
import * as people from '../../../contract/endpoints/people/people.ts'
import { code } from '../../../contract/fields.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { personName, useTexts } from '../portal-context.ts'
import { PickField } from '../../../src/app/ui/pick/PickField.tsx'
import { personDetail } from '../people/person-detail.ts'

/** A person as a form has them. */
export const pickedPerson = z.object(
  { userId: z.string(), realName: z.string(), englishName: z.string() },
  code('field.required'),
)
export type Picked = Readonly<z.infer<typeof pickedPerson>>
/** For a form that asks for one: null until then. */
export const neededPerson = z.pipe(z.nullable(pickedPerson), pickedPerson)

/** People that are offered. */
const OFFERED = 6
type Type = '1' | '2' | '3' | '4'
const EMPLOYEES: readonly Type[] = ['2', '4']

/** One person of these types, by default a teacher or an employee, found by name. A pupil's `userId` is that of the pupil. */
export function PersonField({
  types = EMPLOYEES,
  person,
  onChange,
  ...field
}: {
  label: string
  labelled?: 'above' | 'unseen'
  types?: readonly Type[]
  name?: string
  error?: string
  person: Picked | null
  onChange: (person: Picked | null) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  return (
    <PickField<Picked & { detail?: string }>
      {...field}
      placeholder={t('structure.findPerson')}
      nothing={t(types === EMPLOYEES ? 'structure.nobodyFound' : 'people.nothing.title')}
      chosen={person ? [person] : []}
      search={async (query, signal) => {
        const found = await Promise.all(
          types.map((userType) => call(people.list, { query, userType, state: 'active', size: OFFERED }, { signal })),
        )
        return found
          .flatMap((page) => page.people)
          .slice(0, OFFERED)
          .map((one) => ({ ...one, userId: one.id, detail: personDetail(one, language) }))
      }}
      show={(one) => ({ id: one.userId, name: personName(one, language), detail: one.detail ?? '' })}
      onChange={([one]) =>
        onChange(one ? { userId: one.userId, realName: one.realName, englishName: one.englishName } : null)
      }
    />
  )
}
