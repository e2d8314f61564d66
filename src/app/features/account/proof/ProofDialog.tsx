import type { ReactNode } from 'react'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { notify } from '../../../core/notices/notices.ts'
import { FormDialog } from '../FormDialog.tsx'
import { OwnProofFields } from './ProofFields.tsx'
import { useOwnProof, type GivenProof } from './use-proof.ts'

/** What a person is asked before something that protects their account, or opens it, is changed or taken away. */
export interface ProvedQuestion {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** What stands above the proof where something is set, and whether it can be sent; what is wrong with it is shown by then. */
  readonly asks?: { readonly fields: ReactNode; readonly check: () => boolean }
  /** Does it with the proof; resolves to the text of the notice. */
  readonly confirm: (proof: GivenProof) => Promise<string>
}

interface ProofDialogProps {
  onClose: () => void
  /** What becomes of a failure that is not about the proof; a notice by default. */
  onFailure?: (error: unknown) => void
}

/** Asks for password (and code) before something is changed or taken away, has it done and says so. It stays open when that fails, so that it can be tried again. */
export function ProofDialog({ asked, ...rest }: ProofDialogProps & { asked: ProvedQuestion | null }) {
  // What was typed goes with it.
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
      open
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
