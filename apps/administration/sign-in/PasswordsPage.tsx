import { savePasswordRule, type SignInSettings } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useLabels, useTexts } from '../portal-context.ts'
import { HelpCard } from './HelpCard.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

/** The rule for new passwords, and help for people who cannot sign in: each for those who have its permission. */
export default function PasswordsPage() {
  const mayHelp = usePermitted('base_user_reset')
  return (
    <SignInFrame part="passwords" besides={mayHelp && <HelpCard />}>
      {({ passwordRule }) => <PasswordRuleCard rule={passwordRule} />}
    </SignInFrame>
  )
}

const RULES = ['mixed', 'simple'] as const

function PasswordRuleCard({ rule }: { rule: SignInSettings['passwordRule'] }) {
  const t = useTexts()
  const labels = useLabels()
  const save = useSignInChange(savePasswordRule, { done: t('settings.saved') })
  const form = useForm({
    schema: savePasswordRule.request,
    values: { rule },
    submit: (values) => save.mutateAsync(values),
  })
  return (
    <Card title={t('signIn.passwords.title')} hint={t('signIn.passwords.hint')}>
      <form {...form.props} className="k-form">
        <SelectField
          {...form.field('rule')}
          {...labels('signIn.passwords.rule')}
          options={RULES.map((each) => [each, t(`signIn.passwords.rules.${each}`)] as const)}
        />
        <FormFooter form={form} />
      </form>
    </Card>
  )
}
