import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { Dialog, NARROW_DIALOG } from '../../../ui/dialog/Dialog.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/** Asks a person whose password was given by the school for another one; there is no way past it but to sign out. */
export default function FirstPasswordDialog({
  loginName,
  onSignOut,
  onDone,
}: {
  loginName: string
  onSignOut: () => void
  onDone: () => Promise<void>
}) {
  const online = useOnline()
  const { t } = useTranslation('passwords')
  return (
    <Dialog title={t('first.title')} width={NARROW_DIALOG} escape={false} onClose={onSignOut}>
      <PasswordForm
        loginName={loginName}
        isFirst
        hint={t(online ? 'first.hint' : 'offline')}
        other={t('first.signOut')}
        onOther={onSignOut}
        onDone={onDone}
      />
    </Dialog>
  )
}
