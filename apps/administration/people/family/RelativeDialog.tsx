import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { neededPerson, PersonField } from '../../classes/PersonField.tsx'
import { useLocale } from '../../portal-context.ts'
import { NO_RELATION, RelationFields, typedRelation } from './RelationFields.tsx'
import { useAddGuardian } from './use-add-guardian.ts'

const fields = z.object({ ...typedRelation, relative: neededPerson })

/** Adds a person of the portal, found by name, to a family: a parent to a pupil, a child to a parent. */
export default function RelativeDialog({
  person,
  onClose,
  children,
}: {
  person: PersonPage
  onClose: () => void
  children?: ReactNode
}) {
  const { t, personName } = useLocale()
  const add = useAddGuardian()
  const isPupil = person.kind === 'pupil'
  const name = personName(person)
  const type = isPupil ? '3' : '1'
  const form = useForm({
    schema: fields,
    values: { ...NO_RELATION, relative: null },
    async submit({ relative: { userId, ...relative }, ...relation }) {
      const other = personName(relative)
      await add.mutateAsync(
        isPupil
          ? { request: { studentId: person.id, parent: { userId }, ...relation }, name: other, child: name }
          : { request: { studentId: userId, parent: { userId: person.id }, ...relation }, name, child: other },
      )
      onClose()
    },
  })
  return (
    <FormDialog
      title={isPupil ? t('family.addTitle', { child: name }) : t('family.addChildTitle', { name })}
      form={form}
      action={t('action.add')}
      onClose={onClose}
    >
      {children}
      <PersonField
        label={t(`type.${type}`)}
        types={[type]}
        name="relative"
        error={form.errorOf('relative')}
        person={form.watch('relative')}
        onChange={(relative) => form.change('relative', relative)}
      />
      <RelationFields fieldOf={(field) => form.field(field)} />
    </FormDialog>
  )
}
