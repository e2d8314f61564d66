import { useTranslation } from 'react-i18next'
import { QuestionDialog } from '../../ui/QuestionDialog.tsx'
import { UploadsStop } from './UploadsStop.tsx'

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
  return (
    <QuestionDialog
      open={open}
      question={t('logoutQuestion')}
      action={common('confirm')}
      cancel={common('cancel')}
      kind="primary"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {uploading && <UploadsStop />}
    </QuestionDialog>
  )
}
