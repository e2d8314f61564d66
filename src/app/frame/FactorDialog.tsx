import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { proveSecondFactor } from '../../../contract/endpoints/sign-in/admin-access.ts'
import { filled } from '../../../contract/fields.ts'
import { PASSWORD_LENGTH } from '../../../contract/limits.ts'
import { call } from '../core/api/call.ts'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { useForm } from '../ui/form/use-form.ts'

const OTP_LENGTH = 16

/** Asks for password and code before a call of administrators that needs a fresh second factor; the call is made again afterwards. */
export default function FactorDialog({ settle }: { settle: (proved: boolean) => void }) {
  const { t } = useTranslation('shell')
  const form = useForm({
    schema: z.object({ password: filled(PASSWORD_LENGTH), otp: filled(OTP_LENGTH) }),
    values: { password: '', otp: '' },
    async submit(given) {
      await call(proveSecondFactor, given)
      settle(true)
    },
  })
  return (
    <FormDialog
      title={t('factor.title')}
      form={form}
      action={t('factor.action')}
      offline={t('factor.offline')}
      onClose={() => settle(false)}
    >
      <p>{t('factor.hint')}</p>
      <PasswordField
        {...form.field('password')}
        label={t('factor.password')}
        texts={{ show: t('factor.show'), hide: t('factor.hide') }}
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH}
      />
      <TextField
        {...form.field('otp')}
        label={t('factor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={OTP_LENGTH}
      />
    </FormDialog>
  )
}
