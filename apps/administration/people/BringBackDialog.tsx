import * as z from 'zod/mini'
import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import { code } from '../../../contract/fields.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { classOptions } from '../classes/structure-options.ts'
import { useLocale } from '../portal-context.ts'
import type { Selected } from './selection.ts'
import { usePeopleActions } from './use-people-actions.ts'

/** Brings people back; pupils need a class. */
export function BringBackDialog({
  people,
  structure,
  onClose,
  onDone,
}: {
  people: readonly Selected[]
  structure: Structure | undefined
  onClose: () => void
  onDone?: () => void
}) {
  const { t, personName, language } = useLocale()
  const actions = usePeopleActions()
  const needsClass = people.some(({ kind }) => kind === 'pupil')
  const form = useForm({
    schema: z.object({
      classId: needsClass ? z.string().check(z.minLength(1, code('people.class_needed'))) : z.string(),
    }),
    values: { classId: '' },
    async submit({ classId }) {
      await actions.bringBack.mutateAsync({ people, classId: classId || null })
      onDone?.()
      onClose()
    },
  })
  const [first] = people
  return (
    <FormDialog
      title={
        first && people.length === 1
          ? t('bringBack.titleOne', { name: personName(first) })
          : t('bringBack.title', { count: people.length })
      }
      form={form}
      action={t('action.bringBack')}
      onClose={onClose}
    >
      <p className="k-soft">{t('bringBack.hint')}</p>
      {needsClass && (
        <SelectField
          {...form.field('classId')}
          label={t('bringBack.class')}
          options={[['', t('form.choose')], ...(structure ? classOptions(structure, language) : [])]}
        />
      )}
    </FormDialog>
  )
}
