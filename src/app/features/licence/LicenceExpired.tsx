import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'

/** Blocks a module with an expired licence. `onRead` closes it for reading, which the server allows in the unit's days of grace. */
export function LicenceExpired({ onBack, onRead }: { onBack: () => void; onRead: (() => void) | null }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('licenceTitle')}
      onClose={onBack}
      footer={
        <>
          {onRead && <Button onClick={onRead}>{t('licenceRead')}</Button>}
          <Button kind="primary" onClick={onBack}>
            {t('toDesktop')}
          </Button>
        </>
      }
    >
      <p>{t('licenceExpired')}</p>
      {onRead && <p className="k-note">{t('licenceGrace')}</p>}
    </Dialog>
  )
}
