import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { replaceFirst } from '../../../../../contract/endpoints/sign-in/passwords.ts'
import { code } from '../../../../../contract/fields.ts'
import { checkRequirements } from '../../../../../contract/rules/sign-in/password.ts'
import { call } from '../../../core/api/call.ts'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { notify } from '../../../core/notices/notices.ts'
import { documentUnit } from '../../../core/tenant/unit.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../ui/dialog/Dialog.tsx'
import { NewPasswordField } from '../../../ui/fields/NewPasswordField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { describePasswordFailure } from './describe-password-failure.ts'
import { updateRemembered } from './remembered-password.ts'

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
  const rule = documentUnit()?.passwordRule ?? 'mixed'
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const meetsAll = (typed: string) => checkRequirements(typed, rule, loginName).every(({ met }) => met)
  const { setFocus, ...form } = useForm({
    schema: z.extend(replaceFirst.request, {
      newPassword: replaceFirst.request.shape.newPassword.check(z.refine(meetsAll, code('password.against_rule'))),
    }),
    values: { newPassword: '' },
    texts: { newPassword: t('notYet') },
    async submit(values) {
      await call(replaceFirst, values)
      await updateRemembered(loginName, values.newPassword)
      notify('success', t('first.done'))
      await onDone()
    },
    describe: describePasswordFailure,
    failureAt: 'newPassword',
  })

  useEffect(() => setFocus('newPassword'), [setFocus])

  return (
    <Dialog title={t('first.title')} width={NARROW_DIALOG} escape={false} onClose={onSignOut}>
      <form {...form.props} className="k-stack a-password">
        <p className="k-note">{online ? t('first.hint') : t('offline')}</p>
        <input name="username" autoComplete="username" value={loginName} readOnly hidden />
        <NewPasswordField
          {...form.field('newPassword')}
          label={t('newPassword')}
          rule={rule}
          loginName={loginName}
          typed={form.watch('newPassword')}
        />
        <div className="k-buttons">
          <Button kind="primary" type="submit" busy={form.busy} needsNetwork>
            {t('first.submit')}
          </Button>
          <Button onClick={onSignOut}>{t('first.signOut')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
