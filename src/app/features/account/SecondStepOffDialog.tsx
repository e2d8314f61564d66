import { useTranslation } from 'react-i18next'
import { turnOffSecondStep } from '../../../../contract/endpoints/second-factor.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { FormDialog } from './FormDialog.tsx'
import { CodeProof, PasswordProof } from './ProofFields.tsx'
import { useProof } from './use-proof.ts'

/** Asks for password and code, and turns the second step off. */
export function SecondStepOffDialog({ onClose, onOff }: { onClose: () => void; onOff: () => Promise<void> }) {
  const { t } = useTranslation('protection')
  const { fields, problem, busy, send } = useProof()

  const turnOff = async () => {
    const done = await send(['password', 'code'], ({ password, code }) =>
      call(turnOffSecondStep, { password, otp: code }),
    )
    if (!done) return
    notify('success', t('turnedOff'))
    await onOff()
  }

  return (
    <FormDialog
      open
      kind="danger"
      title={t('turnOffQuestion')}
      confirm={t('turnOff')}
      busy={busy}
      onSend={() => void turnOff()}
      onClose={onClose}
    >
      <p>{t('turnOffHint')}</p>
      <PasswordProof fields={fields} problem={problem} />
      <CodeProof fields={fields} problem={problem} />
    </FormDialog>
  )
}
