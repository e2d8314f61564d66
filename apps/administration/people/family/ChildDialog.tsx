import * as z from 'zod/mini'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { neededPerson, PersonField } from '../../classes/PersonField.tsx'
import { useLocale } from '../../portal-context.ts'
import { NO_RELATION, RelationFields, typedRelation } from './RelationFields.tsx'
import { useAddGuardian } from './use-add-guardian.ts'

const fields = z.object({ ...typedRelation, child: neededPerson })

/** Adds a child to a parent's account. */
export default function ChildDialog({ parent, onClose }: { parent: PersonPage; onClose: () => void }) {
  const { t, personName } = useLocale()
  const add = useAddGuardian()
  const name = personName(parent)
  const form = useForm({
    schema: fields,
    values: { ...NO_RELATION, child: null },
    async submit({ child, ...relation }) {
      const request = { studentId: child.userId, parent: { userId: parent.id }, ...relation }
      await add.mutateAsync({ request, name, child: personName(child) })
      onClose()
    },
  })
  return (
    <FormDialog title={t('family.addChildTitle', { name })} form={form} action={t('action.add')} onClose={onClose}>
      <PersonField
        label={t('type.1')}
        types={['1']}
        name="child"
        error={form.errorOf('child')}
        person={form.watch('child')}
        onChange={(child) => form.change('child', child)}
      />
      <RelationFields fieldOf={(field) => form.field(field)} />
    </FormDialog>
  )
}
