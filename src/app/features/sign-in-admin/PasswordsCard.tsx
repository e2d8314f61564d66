import { useTranslation } from 'react-i18next'
import {
  type SignInSettings,
  savePasswordRule,
  deleteMail,
  HOST_LENGTH,
  saveMail,
  SECRET_LENGTH,
  type AdminMail,
  testMail,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { Card } from './Card.tsx'
import { call } from '../../core/api/call.ts'
import { ShowSettings } from './admin-context.ts'
import { SecretField } from './SecretField.tsx'
import { UndeliveredMailPart } from './UndeliveredMail.tsx'
import { use, useState, useId } from 'react'
import * as z from 'zod/mini'
import { EMAIL_LENGTH } from '../../../../contract/limits.ts'
import { fieldCheck } from '../../../../contract/rules/fields/field-problems.ts'
import { checkMail, needsPasswordAgain } from '../../../../contract/rules/sign-in/sign-in-settings.ts'
import { typedNumber } from '../../../../contract/fields.ts'
import { Button } from '../../ui/Button.tsx'
import { errorTexts } from '../../../../contract/errors.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormFailure, FormFooter } from '../../ui/form/FormFooter.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'

export function PasswordsCard({ settings: { passwordRule, mail, undelivered } }: { settings: SignInSettings }) {
  const { t } = useTranslation('signInAdmin')
  return (
    <Card title={t('passwords.title')} hint={t('passwords.hint')}>
      <PasswordRuleForm rule={passwordRule} />
      <div className="n-part">
        <h3>{t('mail.title')}</h3>
        <p className="n-hint">{mail ? t('mail.hint') : t('mail.hintNone')}</p>
        {undelivered && <UndeliveredMailPart mail={undelivered} />}
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
    schema: savePasswordRule.request,
    values: { rule },
    async submit(values) {
      show(await call(savePasswordRule, values), t('saved'))
    },
  })
  return (
    <form {...form.props} className="k-form">
      <SelectField
        {...form.field('rule')}
        label={t('passwords.rule')}
        hint={t('passwords.ruleHint')}
        options={RULES.map((each) => [each, t(`passwords.rules.${each}`)] as const)}
      />
      <FormFooter form={form} />
    </form>
  )
}

const SECURITIES = ['tls', 'starttls', 'none'] as const
/** The fields as they are typed. */
const mailForm = z.extend(saveMail.request, {
  port: typedNumber(5, saveMail.request.shape.port),
  password: z.string(),
})

/** What mail servers listen on for each. */
const PORTS = { tls: '465', starttls: '587', none: '25' }
const EMPTY = { host: '', port: '465', secure: 'tls', username: '', password: '', fromAddress: '' } as const

function MailForm({ mail }: { mail: AdminMail | null }) {
  const { t } = useTranslation('signInAdmin')
  const online = useOnline()
  const show = use(ShowSettings)
  const [removing, setRemoving] = useState(false)
  const form = useForm({
    schema: mailForm.check(fieldCheck((values: z.infer<typeof mailForm>) => checkMail(values, mail))),
    values: mail ? valuesOf(mail) : EMPTY,
    async submit({ password, ...values }) {
      const secret = password !== '' && values.username !== '' && { password }
      show(await call(saveMail, { ...values, ...secret }), t('saved'))
    },
  })
  const { secure, port, username, host } = form.watch()
  const security = form.field('secure')

  return (
    <form {...form.props} className="k-form">
      <TextField
        autoComplete="off"
        {...form.field('host')}
        label={t('mail.host')}
        maxLength={HOST_LENGTH}
        inputMode="url"
        placeholder="smtp.example.com"
      />
      <div className="n-pair">
        <SelectField
          {...security}
          label={t('mail.secure')}
          options={SECURITIES.map((each) => [each, t(`mail.securities.${each}`)] as const)}
          onChange={(event) => {
            security.onChange(event)
            // A default port follows the chosen protection.
            if (port === PORTS[secure]) form.change('port', PORTS[form.getValues('secure')])
          }}
        />
        <TextField
          autoComplete="off"
          {...form.field('port')}
          label={t('mail.port')}
          maxLength={5}
          inputMode="numeric"
        />
      </div>
      {secure === 'none' && (
        <p className="k-caution" role="status">
          {t('mail.securities.noneHint')}
        </p>
      )}
      <TextField
        autoComplete="off"
        {...form.field('username')}
        label={t('mail.username')}
        hint={t('mail.usernameHint')}
        maxLength={EMAIL_LENGTH}
      />
      {username !== '' && (
        <SecretField
          {...form.field('password')}
          label={t('mail.password')}
          maxLength={SECRET_LENGTH}
          isSet={mail?.passwordSet === true}
          again={needsPasswordAgain({ host, secure, username }, mail) && t('mail.passwordAgain')}
        />
      )}
      <TextField
        autoComplete="off"
        {...form.field('fromAddress')}
        label={t('mail.from')}
        maxLength={EMAIL_LENGTH}
        inputMode="email"
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

function valuesOf({ host, port, secure, username, fromAddress }: AdminMail) {
  return { host, port: String(port), secure, username, password: '', fromAddress }
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
    schema: testMail.request,
    values: { to: address },
    async submit({ to }) {
      setOutcome(null)
      setOutcome({ ...(await call(testMail, { to })), to })
      setAddress(to)
    },
  })

  return (
    <form {...form.props} className="k-form k-inset" aria-labelledby={id}>
      <h4 id={id}>{t('test.title')}</h4>
      <TextField
        autoComplete="off"
        {...form.field('to')}
        label={t('test.to')}
        hint={t('test.hint')}
        maxLength={EMAIL_LENGTH}
        inputMode="email"
      />
      <FormFailure failure={form.failure} />
      <div role="status">
        {outcome?.problem === null && <p className="n-good">{t('test.sent', { to: outcome.to })}</p>}
        {outcome?.problem && (
          <p className="k-field__error">{errorTexts[outcome.problem][language === 'en' ? 'en' : 'zh']}</p>
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
