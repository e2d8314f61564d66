import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deleteMail,
  EMAIL_LENGTH,
  HOST_LENGTH,
  saveMail,
  SECRET_LENGTH,
  type AdminMail,
  type MailForm as MailInput,
} from '../../../../contract/endpoints/sign-in-admin.ts'
import { checkMail } from '../../../../contract/rules/sign-in-settings.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../core/notices/notices.ts'
import { useAdmin } from './admin-context.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { ChoiceField, SecretField, TextField } from './Fields.tsx'
import { FormFooter } from './FormFooter.tsx'
import { useForm } from './use-form.ts'

const SECURITIES = ['tls', 'starttls', 'none'] as const
type Values = Omit<MailInput, 'port' | 'password'> & { port: string; password: string }

/** What mail servers listen on for each. */
const PORTS = { tls: '465', starttls: '587', none: '25' }
const EMPTY = { host: '', port: '465', secure: 'tls', username: '', password: '', fromAddress: '' } satisfies Values

/** The mail server through which forgotten passwords are reset. */
export function MailForm({ mail }: { mail: AdminMail | null }) {
  const { t } = useTranslation('signInAdmin')
  const { online, show } = useAdmin()
  const [removing, setRemoving] = useState(false)
  const form = useForm<Values>({
    initial: mail ? valuesOf(mail) : EMPTY,
    check: (values) => checkMail(inputOf(values)),
    async send(values) {
      show(await call(saveMail, inputOf(values)))
      notify('success', t('saved'))
    },
  })
  const { secure } = form.values
  // Whoever has not chosen a port of their own gets the usual one of the protection they choose.
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
          // It is never sent to another server than the one it was given for.
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
      <ConfirmDialog
        open={removing}
        question={t('mail.removeQuestion')}
        hint={t('mail.removeHint')}
        action={t('mail.remove')}
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          const settings = await call(deleteMail, {})
          return () => {
            show(settings)
            notify('success', t('mail.removed'))
          }
        }}
      />
    </form>
  )
}

function valuesOf({ host, port, secure, username, fromAddress }: AdminMail): Values {
  return { host, port: String(port), secure, username, password: '', fromAddress }
}

function inputOf({ port, password, ...rest }: Values): MailInput {
  return {
    ...rest,
    // Number('') is 0, which is no port either; the check says so.
    port: Number(port),
    ...(password !== '' && rest.username !== '' && { password }),
  }
}
