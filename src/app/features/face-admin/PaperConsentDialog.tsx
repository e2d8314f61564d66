import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { recordConsent } from '../../../../contract/endpoints/faces/face-admin.ts'
import { call } from '../../core/api/call.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { notify } from '../../core/notices/notices.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useFaceAdmin, type Person } from './face-admin-context.ts'
import { useLanguage } from '../../core/language/use-language.ts'

const NAME_LENGTH = 64

/** Records what a pupil's guardian has signed on paper: by whom, and which text. */
export function PaperConsentDialog({
  person: { userId, realName },
  textVersion,
  onRecorded,
  onClose,
}: {
  person: Person
  textVersion: string
  onRecorded: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('faceAdmin')
  const language = useLanguage()
  const { ConsentText } = useFaceAdmin()
  const form = useForm({
    schema: z.pick(recordConsent.request, { guardianName: true }),
    values: { guardianName: '' },
    async submit({ guardianName }) {
      await call(recordConsent, { userId, guardianName, textVersion, language })
      onClose()
      notify('success', t('paper.done'))
      await onRecorded()
    },
  })
  return (
    <FormDialog
      title={t('paper.title', { name: realName })}
      width="560px"
      form={form}
      action={t('paper.record')}
      offline={t('offlineActions')}
      onClose={onClose}
    >
      <p>{t('paper.hint')}</p>
      <div className="k-inset fa-paper">
        <ConsentText />
        <p className="k-field__hint">{t('paper.version', { version: textVersion })}</p>
      </div>
      <TextField
        {...form.field('guardianName')}
        label={t('paper.guardian')}
        hint={t('paper.guardianHint')}
        autoComplete="off"
        maxLength={NAME_LENGTH}
      />
    </FormDialog>
  )
}
