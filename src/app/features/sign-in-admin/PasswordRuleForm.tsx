import { useTranslation } from 'react-i18next'
import { savePasswordRule, type SignInSettings } from '../../../../contract/endpoints/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { useAdmin } from './admin-context.ts'
import { ChoiceField } from './Fields.tsx'
import { FormFooter } from './FormFooter.tsx'
import { useForm } from './use-form.ts'

const RULES = ['mixed', 'simple'] as const

/** Which rule new passwords follow. */
export function PasswordRuleForm({ rule }: { rule: SignInSettings['passwordRule'] }) {
  const { t } = useTranslation('signInAdmin')
  const { show } = useAdmin()
  const form = useForm({
    initial: { rule },
    check: () => [],
    async send(values) {
      show(await call(savePasswordRule, values))
      notify('success', t('saved'))
    },
  })
  return (
    <form {...form.props} className="n-form">
      <ChoiceField
        form={form}
        name="rule"
        label={t('passwords.rule')}
        hint={t('passwords.ruleHint')}
        options={RULES.map((each) => [each, t(`passwords.rules.${each}`)] as const)}
      />
      <FormFooter form={form} />
    </form>
  )
}
