import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'

/** Asks before signing out. `uploading` adds what signing out would stop. */
export function LogoutDialog({
  open,
  uploading,
  onClose,
  onConfirm,
}: {
  open: boolean
  uploading: boolean
  onClose: () => void
  onConfirm: () => Promise<void>
}) {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation('common')
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }

  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={t('logoutQuestion')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={() => void confirm()}>
            {common('confirm')}
          </Button>
        </>
      }
    >
      {uploading && <p>{t('logoutHint')}</p>}
    </Dialog>
  )
}
