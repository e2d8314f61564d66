import { useRef, useState } from 'react'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import { renamePasskey, type OwnPasskey } from '../../../../contract/endpoints/second-factor.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { TextField } from '../../ui/TextField.tsx'
import { FormDialog } from './FormDialog.tsx'

/** Asks for another name of a passkey, and gives it. */
export function RenamePasskeyDialog({
  passkey,
  onClose,
  onRenamed,
}: {
  passkey: OwnPasskey | null
  onClose: () => void
  onRenamed: () => void
}) {
  const { t } = useTranslation('protection')
  const input = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!passkey) return null
  const { passkeyId } = passkey

  const rename = async () => {
    const name = input.current?.value.trim() ?? ''
    setEmpty(name === '')
    if (name === '') {
      input.current?.focus()
      return
    }
    setBusy(true)
    try {
      await call(renamePasskey, { passkeyId, name })
      notify('success', t('renamed', { name }))
      onRenamed()
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormDialog
      open
      title={t('renameTitle')}
      confirm={t('save')}
      busy={busy}
      onSend={() => void rename()}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        input={input}
        defaultValue={passkey.name}
        autoComplete="off"
        maxLength={100}
        error={isEmpty ? t('nameEmpty') : ''}
      />
    </FormDialog>
  )
}
