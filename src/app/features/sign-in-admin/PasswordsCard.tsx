import { useTranslation } from 'react-i18next'
import type { SignInSettings } from '../../../../contract/endpoints/sign-in-admin.ts'
import { Card } from './Card.tsx'
import { MailForm } from './MailForm.tsx'
import { PasswordRuleForm } from './PasswordRuleForm.tsx'
import { TestMail } from './TestMail.tsx'

/** What new passwords must be, and how people get one when they have forgotten theirs. */
export function PasswordsCard({ settings: { passwordRule, mail } }: { settings: SignInSettings }) {
  const { t } = useTranslation('signInAdmin')
  return (
    <Card title={t('passwords.title')} hint={t('passwords.hint')}>
      <PasswordRuleForm rule={passwordRule} />
      <div className="n-part">
        <h3>{t('mail.title')}</h3>
        <p className="n-hint">{mail ? t('mail.hint') : t('mail.hintNone')}</p>
        <MailForm mail={mail} />
        {mail && <TestMail />}
      </div>
    </Card>
  )
}
