import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { formatDate } from '../../ui/format/format.ts'
import { usePermitted } from '../../ui/layout/Permitted.tsx'

/**
 * Blocks a module with an expired licence. `since`: when it ended, as ISO text, if that is known. `onRead` closes it for reading, which the server allows
 * in the unit's days of grace; null after them. `school` names the unit, whose administrators can be asked.
 */
export function LicenceExpired({
  school,
  since,
  onBack,
  onRead,
}: {
  school: string
  since: string | undefined
  onBack: () => void
  onRead: (() => void) | null
}) {
  const language = useLanguage()
  const { t } = useTranslation('shell')
  // Administrators are not told to ask themselves.
  const isAdministrator = usePermitted('base_application')
  return (
    <Dialog
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
      <p>{t(isAdministrator ? 'licenceExpiredHere' : 'licenceExpired')}</p>
      {since !== undefined && (
        <p>{t('licenceSince', { date: formatDate(new Date(since), language, { dateStyle: 'long' }) })}</p>
      )}
      {!onRead && <p>{t('licenceOver')}</p>}
      {!isAdministrator && <p>{t('licenceAsk', { school })}</p>}
      {onRead && <p className="k-note">{t('licenceGrace')}</p>}
    </Dialog>
  )
}
