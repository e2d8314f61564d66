import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH } from '../../../../../contract/limits.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import type { OwnProof, Proof } from './use-proof.ts'

export function PasswordProof({ fields, problem }: Pick<Proof, 'fields' | 'problem'>) {
  const { t } = useTranslation('protection')
  return (
    <TextField
      label={t('password')}
      input={fields.password}
      type="password"
      autoComplete="current-password"
      maxLength={PASSWORD_LENGTH}
      error={problem?.field === 'password' ? problem.text : ''}
    />
  )
}

export function CodeProof({ fields, problem }: Pick<Proof, 'fields' | 'problem'>) {
  const { t } = useTranslation('protection')
  return (
    <TextField
      label={t('codeOrRecovery')}
      input={fields.code}
      autoComplete="one-time-code"
      autoCapitalize="none"
      maxLength={16}
      error={problem?.field === 'code' ? problem.text : ''}
    />
  )
}

/** The password field, and a code field where the second step is on. */
export function OwnProofFields({ proof: { query, retry, asksCode, ...proof } }: { proof: OwnProof }) {
  return (
    <>
      <PasswordProof {...proof} />
      {query.status === 'failed' && <QueryStatus query={query} onRetry={retry} />}
      {asksCode && <CodeProof {...proof} />}
    </>
  )
}
