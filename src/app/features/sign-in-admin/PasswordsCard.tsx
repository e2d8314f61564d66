import { useTranslation } from 'react-i18next'
import {
  type SignInSettings,
  savePasswordRule,
  deleteMail,
  EMAIL_LENGTH,
  HOST_LENGTH,
  saveMail,
  SECRET_LENGTH,
  type AdminMail,
  type MailForm as MailInput,
  testMail,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { Card } from './Card.tsx'
import { call } from '../../core/api/call.ts'
import { ShowSettings } from './admin-context.ts'
import { ChoiceField, FormFooter, SecretField, TextField } from './Fields.tsx'
import { use, useState, useId } from 'react'
import { checkMail, checkTestMail } from '../../../../contract/rules/sign-in-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { errorTexts } from '../../../../contract/errors.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { FormFailure } from '../../ui/fields/FormFooter.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useForm } from '../../ui/fields/use-form.ts'

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

const RULES = ['mixed', 'simple'] as const

function PasswordRuleForm({ rule }: { rule: SignInSettings['passwordRule'] }) {
  const { t } = useTranslation('signInAdmin')
  const show = use(ShowSettings)
  const form = useForm({
    initial: { rule },
    check: () => [],
    async send(values) {
      show(await call(savePasswordRule, values), t('saved'))
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

const SECURITIES = ['tls', 'starttls', 'none'] as const
type Values = Omit<MailInput, 'port' | 'password'> & { port: string; password: string }

/** What mail servers listen on for each. */
const PORTS = { tls: '465', starttls: '587', none: '25' }
const EMPTY = { host: '', port: '465', secure: 'tls', username: '', password: '', fromAddress: '' } satisfies Values

function MailForm({ mail }: { mail: AdminMail | null }) {
  const { t } = useTranslation('signInAdmin')
  const online = useOnline()
  const show = use(ShowSettings)
  const [removing, setRemoving] = useState(false)
  const form = useForm<Values>({
    initial: mail ? valuesOf(mail) : EMPTY,
    check: (values) => checkMail(inputOf(values)),
    async send(values) {
      show(await call(saveMail, inputOf(values)), t('saved'))
    },
  })
  const { secure } = form.values
  // A default port follows the chosen protection.
  const follow = (chosen: Values['secure']) => {
    if (form.values.port === PORTS[secure]) form.set('port', PORTS[chosen])
  }

  return (
    <form {...form.props} className="n-form">
      <TextField
        form={form}
        name="host"
        label={t('mail.host')}
        limit={HOST_LENGTH}
        type="url"
        placeholder="smtp.example.com"
      />
      <div className="n-pair">
        <ChoiceField
          form={form}
          name="secure"
          label={t('mail.secure')}
          hint={secure === 'none' ? t('mail.securities.noneHint') : undefined}
          options={SECURITIES.map((each) => [each, t(`mail.securities.${each}`)] as const)}
          onChosen={follow}
        />
        <TextField form={form} name="port" label={t('mail.port')} limit={5} type="number" />
      </div>
      <TextField
        form={form}
        name="username"
        label={t('mail.username')}
        hint={t('mail.usernameHint')}
        limit={EMAIL_LENGTH}
        spellCheck={false}
      />
      {form.values.username !== '' && (
        <SecretField
          form={form}
          name="password"
          label={t('mail.password')}
          limit={SECRET_LENGTH}
          // It is only sent to the server for which it was given.
          isSet={mail?.passwordSet === true && mail.host === form.values.host && mail.username === form.values.username}
        />
      )}
      <TextField
        form={form}
        name="fromAddress"
        label={t('mail.from')}
        limit={EMAIL_LENGTH}
        type="email"
        placeholder="portal@example.com"
      />
      <FormFooter form={form}>
        {mail && (
          <Button disabled={!online} onClick={() => setRemoving(true)}>
            {t('mail.remove')}
          </Button>
        )}
      </FormFooter>
      {removing && (
        <ConfirmDialog
          question={t('mail.removeQuestion')}
          hint={t('mail.removeHint')}
          action={t('mail.remove')}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            const settings = await call(deleteMail, {})
            setRemoving(false)
            show(settings, t('mail.removed'))
          }}
        />
      )}
    </form>
  )
}

function valuesOf({ host, port, secure, username, fromAddress }: AdminMail): Values {
  return { host, port: String(port), secure, username, password: '', fromAddress }
}

function inputOf({ port, password, ...rest }: Values): MailInput {
  return {
    ...rest,
    // Number('') is 0, which the check refuses.
    port: Number(port),
    ...(password !== '' && rest.username !== '' && { password }),
  }
}

type Outcome = ResponseOf<typeof testMail> & { to: string }

function TestMail() {
  const { t } = useTranslation('signInAdmin')
  const language = useLanguage()
  const online = useOnline()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [address, setAddress] = useState('')
  const id = useId()
  const form = useForm({
    initial: { to: address },
    check: checkTestMail,
    async send({ to }) {
      setOutcome(null)
      setOutcome({ ...(await call(testMail, { to })), to: to.trim() })
      setAddress(to)
    },
  })

  return (
    <form {...form.props} className="n-form n-form--inset" aria-labelledby={id}>
      <h4 id={id}>{t('test.title')}</h4>
      <TextField form={form} name="to" label={t('test.to')} hint={t('test.hint')} limit={EMAIL_LENGTH} type="email" />
      <FormFailure failure={form.failure} />
      <div role="status">
        {outcome?.problem === null && <p className="n-good">{t('test.sent', { to: outcome.to })}</p>}
        {outcome?.problem && (
          <>
            <p className="k-field__error">{errorTexts[outcome.problem.code][language === 'en' ? 'en' : 'zh']}</p>
            {outcome.problem.said !== '' && (
              <p className="n-hint n-said">{t('test.said', { words: outcome.problem.said })}</p>
            )}
          </>
        )}
      </div>
      <div className="k-form-footer">
        <Button type="submit" busy={form.busy} disabled={!online}>
          {t('test.send')}
        </Button>
      </div>
    </form>
  )
}
