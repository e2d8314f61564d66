import * as z from 'zod/mini'
import { recordConsent } from '../../../contract/endpoints/faces/face-admin.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { faceConsentTexts } from '../../../contract/face-consent.ts'
import type { FacePerson } from './use-people.ts'
import { useLocale } from '../portal-context.ts'

/** Records what a pupil's guardian has signed on paper: by whom, and which text. */
export function PaperConsentDialog({
  person,
  textVersion,
  onClose,
}: {
  person: FacePerson
  textVersion: string
  onClose: () => void
}) {
  const { t, personName, language } = useLocale()
  const record = useChange(recordConsent, { done: t('faces.paper.done') })
  const form = useForm({
    schema: z.pick(recordConsent.request, { guardianName: true }),
    values: { guardianName: '' },
    async submit({ guardianName }) {
      await record.mutateAsync({ userId: person.userId, guardianName, textVersion, language })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('faces.paper.title', { name: personName(person) })}
      width="560px"
      form={form}
      action={t('faces.paper.record')}
      onClose={onClose}
    >
      <p>{t('faces.paper.hint')}</p>
      <div className="k-inset k-stack">
        <ul className="fa-list">
          {faceConsentTexts[language].map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ul>
        <p className="k-field__hint">{t('faces.paper.version', { version: textVersion })}</p>
      </div>
      <TextField
        {...form.field('guardianName')}
        label={t('faces.paper.guardian')}
        hint={t('faces.paper.guardianHint')}
      />
    </FormDialog>
  )
}
