import * as z from 'zod/mini'
import { recordConsent } from '../../../contract/endpoints/faces/face-admin.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { faceConsentTexts } from '../../../contract/face-consent.ts'
import type { Person } from './people-types.ts'
import { personName, usePortal, useTexts } from '../portal-context.ts'

/** Records what a pupil's guardian has signed on paper: by whom, and which text. */
export function PaperConsentDialog({
  person,
  textVersion,
  onRecorded,
  onClose,
}: {
  person: Person
  textVersion: string
  onRecorded: () => Promise<void>
  onClose: () => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const form = useForm({
    schema: z.pick(recordConsent.request, { guardianName: true }),
    values: { guardianName: '' },
    async submit({ guardianName }) {
      await portal.call(recordConsent, { userId: person.userId, guardianName, textVersion, language }, { quiet: true })
      onClose()
      portal.notify('success', t('faces.paper.done'))
      await onRecorded()
    },
  })
  return (
    <FormDialog
      title={t('faces.paper.title', { name: personName(person, language) })}
      width="560px"
      form={form}
      action={t('faces.paper.record')}
      offline={t('faces.offlineActions')}
      onClose={onClose}
    >
      <p>{t('faces.paper.hint')}</p>
      <div className="k-inset fa-paper">
        <ul className="fa-consent">
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
