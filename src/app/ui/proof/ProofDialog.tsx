import type { ReactNode } from 'react'
import { notify } from '../../core/notices/notices.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { FieldInput } from '../form/use-form.ts'
import { OwnProofFields } from './ProofFields.tsx'
import { useOwnProof, type AskedValue, type GivenProof, type SecondStepQuery } from './use-proof.ts'

/** The question before a change of something that protects an account. */
export interface ProvedQuestion {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** How the action looks: by default dangerous, or primary where a value is set. */
  readonly kind?: 'primary' | 'danger'
  /** What is set, above the proof. */
  readonly asks?: AskedValue & { readonly Field: (input: FieldInput) => ReactNode }
  /** Resolves to the text of the notice. */
  readonly confirm: (proof: GivenProof, asked: string) => Promise<string>
}

/** Asks for password (and code) before a change, makes it and shows a notice. It stays open after a failure, for another try. */
export function ProofDialog({
  asked: { question, hint, action, asks, confirm, kind = asks ? 'primary' : 'danger' },
  query,
  onClose,
  onFailure,
}: {
  asked: ProvedQuestion
  query: SecondStepQuery
  onClose: () => void
  /** Handles failures that are not about the proof; a notice by default. */
  onFailure?: ((error: unknown) => void) | undefined
}) {
  const proof = useOwnProof({
    query,
    asked: asks,
    submit: async (given, value) => notify('success', await confirm(given, value)),
    onFailure,
  })
  return (
    <FormDialog kind={kind} title={question} action={action} form={proof.form} offline={null} onClose={onClose}>
      <p>{hint}</p>
      {asks && <asks.Field {...proof.form.field('asked')} />}
      <OwnProofFields proof={proof} />
    </FormDialog>
  )
}
