import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH } from '../../../../../contract/limits.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import type { useOwnProof, useProof } from './use-proof.ts'

const KINDS = {
  password: { text: 'password', type: 'password', autoComplete: 'current-password', maxLength: PASSWORD_LENGTH },
  otp: { text: 'codeOrRecovery', autoComplete: 'one-time-code', autoCapitalize: 'none', maxLength: 16 },
} as const

export function ProofField({ name, form }: { name: keyof typeof KINDS; form: ReturnType<typeof useProof> }) {
  const { t } = useTranslation('protection')
  const { text, ...input } = KINDS[name]
  return <TextField label={t(text)} {...input} {...form.field(name)} />
}

/** The password field, and a code field where the second step is on. */
export function OwnProofFields({ proof: { form, query, withCode } }: { proof: ReturnType<typeof useOwnProof> }) {
  return (
    <>
      <ProofField name="password" form={form} />
      {query.isLoadingError && <Loaded query={query} lines={2} />}
      {withCode && <ProofField name="otp" form={form} />}
    </>
  )
}
