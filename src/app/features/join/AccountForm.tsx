import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { create } from '../../../../contract/endpoints/join.ts'
import { login } from '../../../../contract/endpoints/sign-in/session.ts'
import { code } from '../../../../contract/fields.ts'
import { LOGIN_NAME_LENGTH } from '../../../../contract/limits.ts'
import { checkRequirements } from '../../../../contract/rules/sign-in/password.ts'
import { call } from '../../core/api/call.ts'
import { acceptSignIn } from '../../core/session/session.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { JoinForm, RelationField } from './JoinForm.tsx'
import type { FoundChild } from './found-child.ts'
import { chosenRelation } from './relation-schema.ts'

/** Makes an account for the guardian, who is signed in with it. */
export function AccountForm({ found, onDone, onBack }: { found: FoundChild; onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation('join')
  const { t: passwords } = useTranslation('passwords')
  const rule = documentUnit()?.passwordRule ?? 'mixed'
  const { realName, loginName, newPassword } = create.request.shape
  const form = useForm({
    schema: z.object({ realName, relation: chosenRelation, loginName, newPassword }).check(
      z.refine((typed) => checkRequirements(typed.newPassword, rule, typed.loginName).every(({ met }) => met), {
        error: code('password.against_rule'),
        path: ['newPassword'],
      }),
    ),
    values: { realName: '', relation: '', loginName: '', newPassword: '' },
    texts: { relation: t('relation.needed'), newPassword: passwords('notYet') },
    async submit(given) {
      const { loginName: username } = await call(create, { ...found.proof, ...given })
      await call(login, { username, password: given.newPassword.trim(), noIntercept: 'true' })
      acceptSignIn(null)
      onDone()
    },
  })
  return (
    <JoinForm form={form} action={t('account.createAction')} onBack={onBack}>
      <TextField {...form.field('realName')} label={t('account.realName')} maxLength={50} autoComplete="name" />
      <RelationField {...form.field('relation')} />
      <TextField
        {...form.field('loginName')}
        label={t('account.loginName')}
        hint={t('account.loginHint')}
        maxLength={LOGIN_NAME_LENGTH}
        autoComplete="username"
        autoCapitalize="none"
      />
      <NewPasswordField
        {...form.field('newPassword')}
        texts={{ ...passwords('fields', { returnObjects: true }), label: t('account.newPassword') }}
        rule={rule}
        loginName={form.watch('loginName')}
        typed={form.watch('newPassword')}
      />
    </JoinForm>
  )
}
