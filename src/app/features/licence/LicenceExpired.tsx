import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'

/** Blocks a module with an expired licence; the only button leads back. */
export function LicenceExpired({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('licenceTitle')}
      onClose={onBack}
      footer={
        <Button kind="primary" onClick={onBack}>
          {t('toDesktop')}
        </Button>
      }
    >
      <p>{t('licenceExpired')}</p>
    </Dialog>
  )
}
