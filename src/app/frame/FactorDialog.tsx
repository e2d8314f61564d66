import { useTranslation } from 'react-i18next'
import { proveSecondFactor } from '../../../contract/endpoints/sign-in/admin-access.ts'
import { call } from '../core/api/call.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ProofField } from '../ui/proof/ProofFields.tsx'
import { useProof } from '../ui/proof/use-proof.ts'

/** Asks for password and code before a call of administrators that needs a fresh second factor; the call is made again afterwards. */
export default function FactorDialog({ settle }: { settle: (proved: boolean) => void }) {
  const { t } = useTranslation('shell')
  const form = useProof({
    withCode: true,
    async submit({ password, otp = '' }) {
      await call(proveSecondFactor, { password, otp })
      settle(true)
    },
    onFailure: null,
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
      <ProofField name="password" form={form} />
      <ProofField name="otp" form={form} />
    </FormDialog>
  )
}
