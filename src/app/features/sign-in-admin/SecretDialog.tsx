import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { CopyText } from './CopyText.tsx'

/** A client's id, and its new secret: null for an application that has none. */
export interface NewSecret {
  readonly clientId: string
  readonly secret: string | null
}

/** Tells what to enter at the application, the secret for this once. */
export function SecretDialog({ told, onClose }: { told: NewSecret | null; onClose: () => void }) {
  const { t } = useTranslation('signInAdmin')
  return (
    <Dialog
      open={told !== null}
      title={t('clients.toEnter')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {told?.secret === null ? t('done') : t('clients.copied')}
        </Button>
      }
    >
      {told && (
        <div className="n-form">
          <CopyText label={t('clients.clientId')} text={told.clientId} />
          {told.secret === null ? (
            <p className="n-hint">{t('clients.noSecret')}</p>
          ) : (
            <CopyText label={t('clients.secret')} text={told.secret} hint={t('clients.secretHint')} />
          )}
        </div>
      )}
    </Dialog>
  )
}
