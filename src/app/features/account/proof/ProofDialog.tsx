import type { ReactNode } from 'react'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { notify } from '../../../core/notices/notices.ts'
import { FormDialog } from '../FormDialog.tsx'
import { OwnProofFields } from './ProofFields.tsx'
import { useOwnProof, type GivenProof } from './use-proof.ts'

/** The question before a change of something that protects an account. */
export interface ProvedQuestion {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** What is above the proof where something is set, and a check that shows what is wrong with it. */
  readonly asks?: { readonly fields: ReactNode; readonly check: () => boolean }
  /** Resolves to the text of the notice. */
  readonly confirm: (proof: GivenProof) => Promise<string>
}

interface ProofDialogProps {
  onClose: () => void
  /** Handles failures that are not about the proof; a notice by default. */
  onFailure?: (error: unknown) => void
}

/** Asks for password (and code) before a change, makes it and shows a notice. It stays open after a failure, for another try. */
export function ProofDialog({ asked, ...rest }: ProofDialogProps & { asked: ProvedQuestion | null }) {
  // Unmounting discards the typed values.
  return asked && <OpenDialog asked={asked} {...rest} />
}

function OpenDialog({
  asked: { question, hint, action, asks, confirm },
  onClose,
  onFailure = reportFailure,
}: ProofDialogProps & { asked: ProvedQuestion }) {
  const proof = useOwnProof(onFailure)

  const send = async () => {
    if (asks && !asks.check()) return
    const told = await proof.prove(confirm)
    if (told !== null) notify('success', told)
  }

  return (
    <FormDialog
      kind={asks ? 'primary' : 'danger'}
      title={question}
      confirm={action}
      busy={proof.busy}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p>{hint}</p>
      {asks?.fields}
      <OwnProofFields proof={proof} />
    </FormDialog>
  )
}
