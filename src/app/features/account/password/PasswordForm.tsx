import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ownSessions } from '../../../../../contract/endpoints/account.ts'
import * as passwords from '../../../../../contract/endpoints/sign-in/passwords.ts'
import { code } from '../../../../../contract/fields.ts'
import { call } from '../../../core/api/call.ts'
import { describePasswordFailure } from '../../../core/notices/describe-password-failure.ts'
import { useChange } from '../../../core/query/use-change.ts'
import { documentUnit } from '../../../core/tenant/unit.ts'
import { Button } from '../../../ui/Button.tsx'
import { NewPasswordField } from '../../../ui/fields/NewPasswordField.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { newPassword } from '../../../ui/form/new-password.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { updateRemembered } from './remembered-password.ts'

/** Changes the user's password; `isFirst`: in place of the one that the school gave, which is not asked for again. */
export function PasswordForm({
  loginName,
  isFirst = false,
  hint,
  other,
  onOther,
  onDone,
}: {
  loginName: string
  isFirst?: boolean
  hint?: string
  /** What can be done instead. */
  other: string
  onOther: () => void
  onDone: () => unknown
}) {
  const rule = documentUnit()?.passwordRule ?? 'mixed'
  const { t } = useTranslation('passwords')
  const { shape } = passwords.change.request
  const first = isFirst ? 'newPassword' : 'password'
  const change = useChange(
    ({ password, newPassword: chosen }: { password: string; newPassword: string }) =>
      isFirst
        ? call(passwords.replaceFirst, { newPassword: chosen })
        : call(passwords.change, { password, newPassword: chosen }),
    { done: t(isFirst ? 'first.done' : 'change.done'), renews: isFirst ? [] : [ownSessions] },
  )
  const { setFocus, ...form } = useForm({
    schema: z.object({
      password: shape.password.check(z.minLength(isFirst ? 0 : 1, code('field.required'))),
      newPassword: newPassword(rule, loginName, shape.newPassword),
    }),
    values: { password: '', newPassword: '' },
    texts: { password: t('change.currentEmpty'), newPassword: t('notYet') },
    async submit(values) {
      await change.mutateAsync(values)
      await updateRemembered(loginName, values.newPassword)
      await onDone()
    },
    describe: describePasswordFailure,
    failureAt: first,
  })

  useEffect(() => setFocus(first), [setFocus, first])

  return (
    <form {...form.props} className="k-stack a-password">
      {hint && <p className="k-note">{hint}</p>}
      <input name="username" autoComplete="username" value={loginName} readOnly hidden />
      {!isFirst && (
        <PasswordField {...form.field('password')} label={t('change.current')} autoComplete="current-password" />
      )}
      <NewPasswordField
        {...form.field('newPassword')}
        label={t('newPassword')}
        rule={rule}
        loginName={loginName}
        typed={form.watch('newPassword')}
      />
      <div className="k-buttons">
        <Button kind="primary" type="submit" busy={form.busy} needsNetwork>
          {t(isFirst ? 'first.submit' : 'change.open')}
        </Button>
        <Button onClick={onOther}>{other}</Button>
      </div>
    </form>
  )
}
