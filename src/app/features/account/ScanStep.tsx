import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { copyText } from './copy-text.ts'
import { FormDialog } from './FormDialog.tsx'
import { QrCode } from './QrCode.tsx'
import { useProof } from './use-proof.ts'

/** Shows a new authenticator's secret, to scan and as text, and asks for a first code of it. */
export function ScanStep({
  setup,
  confirm,
  onClose,
  onFailure,
}: {
  setup: { secret: string; uri: string }
  /** Sends the code; rejects with CallError. */
  confirm: (code: string) => Promise<void>
  onClose: () => void
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('protection')
  const { fields, problem, busy, send } = useProof(onFailure)

  // Not the button beside the key, which comes first.
  useEffect(() => fields.code.current?.focus(), [fields.code])

  return (
    <FormDialog
      open
      title={t('scanTitle')}
      confirm={t('confirm')}
      busy={busy}
      onSend={() => void send(['code'], ({ code }) => confirm(code))}
      onClose={onClose}
    >
      <p>{t('scanHint')}</p>
      <QrCode text={setup.uri} label={t('qr')} />
      <div>
        <p className="a-hint">{t('key')}</p>
        <p className="a-key">
          <code>{setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          <Button kind="quiet" aria-label={t('copyKey')} onClick={() => void copyText(setup.secret, t)}>
            {t('copy')}
          </Button>
        </p>
      </div>
      <TextField
        label={t('firstCode')}
        input={fields.code}
        className="a-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        error={problem?.text ?? ''}
      />
    </FormDialog>
  )
}
