import { describePasswordFailure } from './describe-password-failure.ts'
import { updateRemembered } from './remembered-password.ts'
import { documentUnit } from '../../../core/tenant/unit.ts'
import { useEffect, useState } from 'react'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { code } from '../../../../../contract/fields.ts'
import * as passwords from '../../../../../contract/endpoints/sign-in/passwords.ts'
import { checkRequirements } from '../../../../../contract/rules/sign-in/password.ts'
import { call } from '../../../core/api/call.ts'
import { Button } from '../../../ui/Button.tsx'
import { NewPasswordField } from '../../../ui/fields/NewPasswordField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { notify } from '../../../core/notices/notices.ts'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { Card } from '../../../ui/record/Card.tsx'
import { renewAccount } from '../account-query.ts'
import { useFocusWhen } from '../use-focus-when.ts'

export function PasswordSection({ loginName }: { loginName: string }) {
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const [open, setOpen] = useState(false)
  const [opener, focusOpener] = useFocusWhen<HTMLButtonElement>(!open)

  const close = () => {
    setOpen(false)
    focusOpener()
  }

  return (
    <Card
      className="a-card"
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
      {open && (
        <PasswordForm
          loginName={loginName}
          onClose={close}
          onDone={() => {
            close()
            notify('success', t('change.done'))
            void renewAccount()
          }}
        />
      )}
    </Card>
  )
}

function PasswordForm({ loginName, onClose, onDone }: { loginName: string; onClose: () => void; onDone: () => void }) {
  const rule = documentUnit()?.passwordRule ?? 'mixed'
  const { t } = useTranslation('passwords')
  const { t: common } = useTranslation('common')
  const meetsAll = (typed: string) => checkRequirements(typed, rule, loginName).every(({ met }) => met)
  const { setFocus, ...form } = useForm({
    schema: z.extend(passwords.change.request, {
      password: passwords.change.request.shape.password.check(z.minLength(1, code('field.required'))),
      newPassword: passwords.change.request.shape.newPassword.check(z.refine(meetsAll, code('password.against_rule'))),
    }),
    values: { password: '', newPassword: '' },
    texts: { password: t('change.currentEmpty'), newPassword: t('notYet') },
    async submit(values) {
      await call(passwords.change, values)
      await updateRemembered(loginName, values.newPassword)
      onDone()
    },
    describe: describePasswordFailure,
    failureAt: 'password',
  })

  useEffect(() => setFocus('password'), [setFocus])

  return (
    <form {...form.props} className="k-stack a-password">
      <input name="username" autoComplete="username" value={loginName} readOnly hidden />
      <PasswordField {...form.field('password')} label={t('change.current')} autoComplete="current-password" />
      <NewPasswordField
        {...form.field('newPassword')}
        label={t('newPassword')}
        rule={rule}
        loginName={loginName}
        typed={form.watch('newPassword')}
      />
      <div className="k-buttons">
        <Button kind="primary" type="submit" busy={form.busy} needsNetwork>
          {t('change.open')}
        </Button>
        <Button onClick={onClose}>{common('cancel')}</Button>
      </div>
    </form>
  )
}
