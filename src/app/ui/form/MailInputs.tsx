import type { ReactNode } from 'react'
import { HOST_LENGTH, type MailForm } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { EMAIL_LENGTH } from '../../../../contract/limits.ts'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useFieldTexts } from '../fields/use-field-texts.ts'
import type { FieldInput } from './use-form.ts'

const PORTS = { tls: '465', starttls: '587', none: '25' }
const SECURITIES = ['tls', 'starttls', 'none'] as const

/** The fields of a mail server, at the first run and in the administration. `children`, the password, follow the user name. */
export function MailInputs({
  secure,
  port,
  fieldOf,
  onPort,
  children,
}: {
  secure: MailForm['secure']
  port: string
  fieldOf: (name: 'host' | 'secure' | 'port' | 'username' | 'fromAddress') => FieldInput
  onPort: (port: string) => void
  children?: ReactNode
}) {
  const t = useFieldTexts()
  const security = fieldOf('secure')
  return (
    <>
      <TextField
        {...fieldOf('host')}
        label={t('mail.host')}
        maxLength={HOST_LENGTH}
        inputMode="url"
        placeholder="smtp.example.com"
      />
      <div className="k-form__pair">
        <SelectField
          {...security}
          label={t('mail.secure')}
          options={SECURITIES.map((each) => [each, t(`mail.securities.${each}`)] as const)}
          onChange={(event) => {
            security.onChange(event)
            const chosen = SECURITIES.find((each) => each === event.currentTarget.value)
            // A default port follows the chosen protection.
            if (chosen && port === PORTS[secure]) onPort(PORTS[chosen])
          }}
        />
        <TextField {...fieldOf('port')} label={t('mail.port')} maxLength={5} inputMode="numeric" />
      </div>
      {secure === 'none' && (
        <p className="k-caution" role="status">
          {t('mail.securities.noneHint')}
        </p>
      )}
      <TextField
        {...fieldOf('username')}
        label={t('mail.username')}
        hint={t('mail.usernameHint')}
        maxLength={EMAIL_LENGTH}
      />
      {children}
      <TextField
        {...fieldOf('fromAddress')}
        label={t('mail.from')}
        maxLength={EMAIL_LENGTH}
        inputMode="email"
        placeholder="portal@example.com"
      />
    </>
  )
}
