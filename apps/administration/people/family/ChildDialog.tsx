import { useState } from 'react'
import * as z from 'zod/mini'
import { addGuardian } from '../../../../contract/endpoints/people/guardians.ts'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import { code } from '../../../../contract/fields.ts'
import { useLanguage } from '../../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { PersonField, type Picked } from '../../classes/PersonField.tsx'
import { personName, usePortal, useTexts } from '../../portal-context.ts'
import { useSend } from '../../use-change.ts'
import { NO_RELATION, RelationFields, typedRelation } from './RelationFields.tsx'

const fields = z.object({
  ...typedRelation,
  studentId: z.string().check(z.minLength(1, code('field.required'))),
})

/** Adds a child to a parent's account. */
export default function ChildDialog({ parent, onClose }: { parent: PersonPage; onClose: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const portal = usePortal()
  const send = useSend()
  const [picked, setPicked] = useState<Picked | null>(null)
  const name = personName(parent, language)
  const form = useForm({
    schema: fields,
    values: { ...NO_RELATION, studentId: '' },
    async submit({ studentId, ...relation }) {
      await send(addGuardian, { studentId, parent: { userId: parent.id }, ...relation })
      onClose()
      portal.notify('success', t('family.added', { name, child: picked ? personName(picked, language) : '' }))
    },
  })
  return (
    <FormDialog title={t('family.addChildTitle', { name })} form={form} action={t('action.add')} onClose={onClose}>
      <PersonField
        label={t('type.1')}
        types={['1']}
        name="studentId"
        error={form.errorOf('studentId')}
        person={picked}
        onChange={(person) => {
          setPicked(person)
          form.change('studentId', person?.userId ?? '')
        }}
      />
      <RelationFields fieldOf={(field) => form.field(field)} />
    </FormDialog>
  )
}
