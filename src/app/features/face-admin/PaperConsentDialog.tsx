import { useTranslation } from 'react-i18next'
import { recordConsent } from '../../../../contract/endpoints/faces/face-admin.ts'
import { problems } from '../../../../contract/rules/field-problems.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormFailure } from '../../ui/fields/FormFooter.tsx'
import { notify } from '../../core/notices/notices.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { useFaceAdmin, type Person } from './face-admin-context.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

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
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const online = useOnline()
  const { ConsentText } = useFaceAdmin()
  const form = useForm({
    initial: { guardianName: '' },
    check: ({ guardianName }) => problems(['guardianName', guardianName.trim() === '' && 'field.required']),
    async send({ guardianName }) {
      await call(recordConsent, { userId, guardianName: guardianName.trim(), textVersion, language })
      onClose()
      notify('success', t('paper.done'))
      await onRecorded()
    },
  })
  return (
    <Dialog open title={t('paper.title', { name: realName })} width="560px" onClose={onClose}>
      <form {...form.props} className="fa-person">
        <p>{t('paper.hint')}</p>
        <div className="fa-paper">
          <ConsentText />
          <p className="k-field__hint">{t('paper.version', { version: textVersion })}</p>
        </div>
        <TextField
          name="guardianName"
          label={t('paper.guardian')}
          hint={t('paper.guardianHint')}
          error={form.problems['guardianName'] ?? ''}
          value={form.values.guardianName}
          autoComplete="off"
          maxLength={NAME_LENGTH}
          onChange={(event) => form.set('guardianName', event.currentTarget.value)}
        />
        <FormFailure failure={form.failure} />
        {!online && <p className="k-field__hint">{t('offlineActions')}</p>}
        <div className="k-form-footer k-form-footer--end">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" type="submit" busy={form.busy} disabled={!online}>
            {t('paper.record')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
