import { PasswordField } from '../fields/PasswordField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { RetryButton } from '../feedback/RetryButton.tsx'
import { useFieldTexts } from '../fields/use-field-texts.ts'
import { useKitTexts } from '../use-kit-texts.ts'
import type { useOwnProof, useProof } from './use-proof.ts'

/** A field of a proof: the password, or the code. */
export function ProofField({ name, form }: { name: 'password' | 'otp'; form: ReturnType<typeof useProof> }) {
  const t = useFieldTexts()
  if (name === 'otp')
    return (
      <TextField {...form.field('otp')} label={t('proof.code')} autoComplete="one-time-code" autoCapitalize="none" />
    )
  return <PasswordField {...form.field('password')} label={t('proof.password')} autoComplete="current-password" />
}

/** The password field, and a code field where the second step is on. */
export function OwnProofFields({ proof: { form, query, withCode } }: { proof: ReturnType<typeof useOwnProof> }) {
  const { t } = useKitTexts()
  return (
    <>
      <ProofField name="password" form={form} />
      {query.isLoadingError && (
        <p className="k-note">
          {t('loadFailed')} <RetryButton kind="plain" onRetry={query.refetch} />
        </p>
      )}
      {withCode && <ProofField name="otp" form={form} />}
    </>
  )
}
