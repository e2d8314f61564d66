import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import * as join from '../../../../contract/endpoints/family/join.ts'
import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import { code } from '../../../../contract/fields.ts'
import { followsRule } from '../../../../contract/rules/sign-in/password.ts'
import { call } from '../../core/api/call.ts'
import { acceptSignIn } from '../../core/session/session.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { StepForm } from '../../ui/form/StepForm.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { chosenRelation, RelationField } from './RelationField.tsx'
import type { WayProps } from './found-child.ts'

/** Of the choice which guardian it is: one whom the school has not entered. */
const NONE = 'none'

/** Makes an account for the guardian, or takes the one that the school made, and signs the guardian in with it. */
export function AccountForm({ found, onDone, onBack }: WayProps) {
  const { t } = useTranslation('join')
  const { t: passwords } = useTranslation('passwords')
  const rule = documentUnit()?.passwordRule ?? 'mixed'
  const { realName, loginName, newPassword } = join.create.request.shape
  const { guardians } = found
  const guardianId = z.string().check(z.minLength(1, 'field.required'))
  const form = useForm({
    schema: z.object({ guardianId, realName, relation: chosenRelation, loginName, newPassword }).check(
      z.refine((typed) => followsRule(typed.newPassword, rule, typed.loginName), {
        error: code('password.against_rule'),
        path: ['newPassword'],
      }),
    ),
    values: {
      guardianId: guardians.length === 0 ? NONE : '',
      realName: '',
      relation: '',
      loginName: '',
      newPassword: '',
    },
    texts: {
      guardianId: t('account.guardianNeeded'),
      relation: t('relation.needed'),
      newPassword: passwords('notYet'),
    },
    async submit({ guardianId: chosen, ...given }) {
      const guardian = chosen === NONE ? null : chosen
      const { loginName: username } = await call(join.create, { ...found.proof, ...given, guardianId: guardian })
      await call(session.login, { username, password: given.newPassword.trim(), noIntercept: 'true' })
      acceptSignIn(null)
      onDone()
    },
  })
  const who = form.watch('guardianId')
  return (
    <StepForm form={form} action={t('account.createAction')} back={t('back')} onBack={onBack}>
      {guardians.length > 0 && (
        <ChoicesField
          type="radio"
          name="guardianId"
          label={t('account.guardian')}
          hint={t('account.guardianHint')}
          error={form.errorOf('guardianId')}
          chosen={[who]}
          options={[
            ...guardians.map(({ userId, name }) => [userId, name] as const),
            [NONE, t('account.guardianNone')] as const,
          ]}
          onChange={([chosen = '']) => form.change('guardianId', chosen)}
        />
      )}
      <TextField
        {...form.field('realName')}
        label={t('account.realName')}
        {...(who !== '' && who !== NONE && { hint: t('account.realNameHint') })}
        autoComplete="name"
      />
      <RelationField {...form.field('relation')} />
      <TextField
        {...form.field('loginName')}
        label={t('account.loginName')}
        hint={t('account.loginHint')}
        autoComplete="username"
        autoCapitalize="none"
      />
      <NewPasswordField
        {...form.field('newPassword')}
        label={t('account.newPassword')}
        rule={rule}
        loginName={form.watch('loginName')}
        typed={form.watch('newPassword')}
      />
    </StepForm>
  )
}
