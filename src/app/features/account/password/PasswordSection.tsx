import { useState } from 'react'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/record/Card.tsx'
import { useFocusWhen } from '../use-focus-when.ts'
import { PasswordForm } from './PasswordForm.tsx'

export function PasswordSection({ loginName }: { loginName: string }) {
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const { t: common } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const [opener, focusOpener] = useFocusWhen<HTMLButtonElement>(!open)

  const close = () => {
    setOpen(false)
    focusOpener()
  }

  return (
    <Card
      id="account-password"
      title={t('change.title')}
      action={
        !open && (
          <Button ref={opener} data-action="change-password" needsNetwork onClick={() => setOpen(true)}>
            {t('change.open')}
          </Button>
        )
      }
      hint={online ? t('change.hint') : t('change.offline')}
    >
      {open && <PasswordForm loginName={loginName} other={common('cancel')} onOther={close} onDone={close} />}
    </Card>
  )
}
