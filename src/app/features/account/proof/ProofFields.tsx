import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH } from '../../../../../contract/limits.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import type { OwnProof, Proof, ProofField as FieldName } from './use-proof.ts'

const KINDS = {
  password: { text: 'password', type: 'password', autoComplete: 'current-password', maxLength: PASSWORD_LENGTH },
  code: { text: 'codeOrRecovery', autoComplete: 'one-time-code', autoCapitalize: 'none', maxLength: 16 },
} as const

export function ProofField({ name, proof }: { name: FieldName; proof: Pick<Proof, 'fields' | 'problem'> }) {
  const { t } = useTranslation('protection')
  const { text, ...rest } = KINDS[name]
  const error = proof.problem?.field === name ? proof.problem.text : ''
  return <TextField label={t(text)} input={proof.fields[name]} error={error} {...rest} />
}

/** The password field, and a code field where the second step is on. */
export function OwnProofFields({ proof }: { proof: OwnProof }) {
  return (
    <>
      <ProofField name="password" proof={proof} />
      {proof.query.isLoadingError && <QueryStatus query={proof.query} />}
      {proof.asksCode && <ProofField name="code" proof={proof} />}
    </>
  )
}
