import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { setupAccount } from '../../../../contract/endpoints/units/setup.ts'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { newPassword } from '../../ui/form/new-password.ts'
import { StepForm, StepPanel } from '../../ui/form/StepForm.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Refused, useRefused } from './refused.ts'
import { type Draft } from './setup-draft.ts'

/** Name, login name and password of the operator or the administrator. */
export function AccountStep({
  part,
  draft,
  password,
  asksAgain,
  refused,
  onType,
  onNext,
  onBack,
}: {
  part: 'operator' | 'administrator'
  draft: Draft
  password: string
  /** The step was done before; only the password is missing after a reload. */
  asksAgain: boolean
  refused: Refused | null
  onType: (account: Draft['operator']) => void
  onNext: (account: Draft['operator'], password: string) => void
  onBack?: () => void
}) {
  const { t } = useTranslation('setup')
  const { t: passwords } = useTranslation('passwords')
  const [typedName, setTypedName] = useState(draft[part].loginName)
  const [start] = useState(() => ({ ...draft[part], password }))
  const form = useForm({
    schema: z.object({ ...setupAccount.shape, password: newPassword('mixed', typedName) }),
    values: start,
    texts: { password: passwords('notYet') },
    submit: async ({ password: chosen, ...account }) => onNext(account, chosen),
  })
  const keep = () => {
    const { password: _, ...account } = form.getValues()
    onType(account)
  }
  useRefused(part, refused, form.setError)
  const loginName = form.field('loginName')

  return (
    <StepPanel title={t(`${part}.title`)} hint={t(`${part}.hint`)}>
      <StepForm form={form} action={t('next')} isSent={false} back={t('back')} onBack={onBack} onType={keep}>
        {asksAgain && (
          <p className="k-caution" role="status">
            {t('account.passwordAgain')}
          </p>
        )}
        <div className="k-form__pair">
          <TextField {...form.field('name')} label={t('account.name')} autoComplete="name" />
          <TextField {...form.field('englishName')} label={t('account.englishName')} />
        </div>
        <TextField
          {...loginName}
          onChange={(event) => {
            loginName.onChange(event)
            setTypedName(event.currentTarget.value)
          }}
          label={t('account.loginName')}
          autoComplete="username"
          autoCapitalize="none"
        />
        <NewPasswordField
          {...form.field('password')}
          label={t('account.password')}
          rule="mixed"
          loginName={typedName}
          typed={form.watch('password')}
        />
      </StepForm>
    </StepPanel>
  )
}
