import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import type { SavingEndpoint } from '../../../contract/endpoint.ts'
import {
  readAdminProtection,
  saveAdminProtection,
  type AdminProtection,
} from '../../../contract/endpoints/sign-in/admin-access.ts'
import {
  deleteMail,
  mailForm,
  saveMail,
  SECRET_LENGTH,
  testMail,
  type AdminMail,
  type SignInSettings,
} from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { errorText } from '../../../contract/error-texts.ts'
import { typedNumber } from '../../../contract/fields.ts'
import { fieldCheck } from '../../../contract/rules/fields/field-problems.ts'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { checkMail, needsPasswordAgain } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFailure, FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { useLabels, usePortal, useTexts, useLocale } from '../portal-context.ts'
import { MailInputs } from '../../../src/app/ui/form/MailInputs.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { NetworksField, OwnNetworksCard } from './Networks.tsx'
import { SecretField } from './SecretField.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { UndeliveredMailPart } from './UndeliveredMail.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

/** What the unit asks of its administrators besides their password, and the mail server: one form. */
export default function ProtectionPage() {
  const query = useEndpoint(readAdminProtection, {})
  return (
    <SignInFrame part="protection">
      {(settings) => (
        <Loaded query={query}>
          {(protection) => (
            <>
              <ProtectionForm protection={protection} settings={settings} />
              {settings.mail && <TestMail />}
              <OwnNetworksCard />
            </>
          )}
        </Loaded>
      )}
    </SignInFrame>
  )
}

const EMPTY = { host: '', port: '465', secure: 'tls', username: '', password: '', fromAddress: '' } as const

/** The fields as they are typed. */
const typedMail = z.extend(mailForm, {
  port: typedNumber(5, mailForm.shape.port),
  password: z.string(),
})
type MailValues = z.input<typeof typedMail>
const protectionForm = z.omit(saveAdminProtection.request, { version: true })
type Values = MailValues & { secondFactor: boolean; networks: string }

function mailValues({ host, port, secure, username, fromAddress }: AdminMail): MailValues {
  return { host, port: String(port), secure, username, password: '', fromAddress }
}

/** The form is refused for either of its records. */
const saves = z.union([saveAdminProtection.saves, saveMail.saves])
const either: SavingEndpoint<typeof saves> = { ...saveMail, saves }

/** Both parts of the form, each null where it is as it was: a unit without mail leaves those fields empty. */
function formOf(protection: AdminProtection, mail: AdminMail | null) {
  const known: MailValues = mail ? mailValues(mail) : EMPTY
  const names = ['host', 'port', 'secure', 'username', 'password', 'fromAddress'] as const
  const checked = typedMail.check(fieldCheck((values: z.infer<typeof typedMail>) => checkMail(values, mail)))
  return z.transform((values: Values, { issues }) => {
    const read = <T extends z.core.$ZodType>(schema: T, given: unknown): z.core.output<T> | null => {
      const { data, error } = z.safeParse(schema, given, { error: () => 'request.invalid' })
      for (const { message, path } of error?.issues ?? [])
        issues.push({ code: 'custom', message, path: [...path], input: given })
      return data ?? null
    }
    const { secondFactor } = values
    const networks = linesOf(values.networks)
    const isProtectionNew =
      secondFactor !== protection.secondFactor || networks.join('\n') !== protection.networks.join('\n')
    return {
      protection: isProtectionNew ? read(protectionForm, { secondFactor, networks }) : null,
      mail: names.some((name) => values[name] !== known[name]) ? read(checked, values) : null,
    }
  })
}

function valuesOf({ protection, mail }: { protection: AdminProtection; mail: AdminMail | null }): Values {
  const { secondFactor, networks } = protection
  return { secondFactor, networks: networks.join('\n'), ...(mail ? mailValues(mail) : EMPTY) }
}

function ProtectionForm({
  protection,
  settings: { mail, mailVersion, undelivered, reachesAllAccounts },
}: {
  protection: AdminProtection
  settings: SignInSettings
}) {
  const t = useTexts()
  const labels = useLabels()
  const portal = usePortal()
  const saveProtection = useChange(saveAdminProtection, { shows: endpointQuery(readAdminProtection, {}) })
  const saveServer = useSignInChange(saveMail, { done: t('settings.saved') })
  const removeServer = useSignInChange(deleteMail, { done: t('signIn.mail.removed') })
  const shown = { protection, mail, mailVersion }
  /** The records over which the form saves: as it began, and after a refusal as another person has left them. */
  const begun = useRef(shown)
  const form = useForm({
    schema: formOf(protection, mail),
    values: valuesOf(shown),
    record: {
      endpoint: either,
      version: `${protection.version} ${mailVersion}`,
      valuesOf: (current) => {
        begun.current =
          'mail' in current
            ? { ...begun.current, mail: current.mail, mailVersion: current.version }
            : { ...begun.current, protection: current }
        return valuesOf(begun.current)
      },
    },
    async submit(given) {
      if (given.protection) {
        const { version } = begun.current.protection
        const now = await saveProtection.mutateAsync({ ...given.protection, version })
        begun.current = { ...begun.current, protection: now }
      }
      if (!given.mail) return portal.notify('success', t('settings.saved'))
      const { host, port, secure, username, fromAddress, password } = given.mail
      const secret = password !== '' && username !== '' && { password }
      const version = begun.current.mailVersion
      return saveServer.mutateAsync({ host, port, secure, username, fromAddress, ...secret, version })
    },
  })
  const isAsShown = !form.changed && !form.meanwhile && !form.busy
  useEffect(() => {
    if (isAsShown) begun.current = shown
  })
  const { secure, port, username, host, networks } = form.watch()
  const { address } = protection

  return (
    <form {...form.props} className="k-form" aria-label={t('signIn.parts.protection.title')}>
      {!reachesAllAccounts && <p className="k-soft">{t('signIn.administratorsOnly')}</p>}
      <Card title={t('signIn.protection.title')} hint={t('signIn.protection.hint')}>
        <fieldset className="k-stack" disabled={!reachesAllAccounts}>
          <SwitchField {...form.field('secondFactor')} {...labels('signIn.protection.secondFactor')} />
          <NetworksField
            field={form.field('networks')}
            typed={networks}
            address={address}
            {...labels('signIn.protection.networks')}
            describe={() => t('signIn.protection.address', { address })}
            onChange={(typed) => form.change('networks', typed)}
          />
        </fieldset>
      </Card>
      <Card title={t('signIn.mail.title')} hint={mail ? t('signIn.mail.hint') : t('signIn.mail.hintNone')}>
        {undelivered && <UndeliveredMailPart mail={undelivered} />}
        <fieldset className="k-stack" disabled={!reachesAllAccounts}>
          <MailInputs
            secure={secure}
            port={port}
            fieldOf={(name) => form.field(name)}
            onPort={(usual) => form.change('port', usual)}
          >
            {username !== '' && reachesAllAccounts && (
              <SecretField
                {...form.field('password')}
                label={t('signIn.mail.password')}
                maxLength={SECRET_LENGTH}
                isSet={mail?.passwordSet === true}
                again={needsPasswordAgain({ host, secure, username }, mail) && t('signIn.mail.passwordAgain')}
              />
            )}
          </MailInputs>
        </fieldset>
        {mail && reachesAllAccounts && (
          <div>
            <ConfirmButton
              question={t('signIn.mail.removeQuestion')}
              hint={t('signIn.mail.removeHint')}
              action={t('signIn.mail.remove')}
              change={() => removeServer.mutateAsync({})}
            />
          </div>
        )}
      </Card>
      {reachesAllAccounts && (
        <Card>
          <FormFooter form={form} />
        </Card>
      )}
    </form>
  )
}

function TestMail() {
  const { t, language } = useLocale()
  const { data: outcome, variables: tested, mutateAsync } = useChange(testMail)
  const form = useForm({
    schema: testMail.request,
    values: { to: tested?.to ?? '' },
    submit: (values) => mutateAsync(values),
  })

  return (
    <Card title={t('signIn.test.title')} form={form.props}>
      <TextField {...form.field('to')} label={t('signIn.test.to')} hint={t('signIn.test.hint')} inputMode="email" />
      <FormFailure failure={form.failure} />
      <div role="status">
        {outcome?.problem === null && <p className="n-good">{t('signIn.test.sent', { to: tested?.to ?? '' })}</p>}
        {outcome?.problem && <p className="k-field__error">{errorText(outcome.problem, language)}</p>}
      </div>
      <div className="k-form-footer">
        <Button type="submit" busy={form.busy} needsNetwork>
          {t('messages.send')}
        </Button>
      </div>
    </Card>
  )
}
