import type { Language } from '../../../../contract/envelope.ts'
import { notify } from '../../kit/notices.ts'
import { FormDialog } from './FormDialog.tsx'
import { OwnProofFields } from './ProofFields.tsx'
import { useOwnProof, type GivenProof } from './use-own-proof.ts'

/** What a person is asked before something that protects their account, or opens it, is taken away. */
export interface ProvedQuestion {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** Takes it away by their proof, and resolves to what the person is told. */
  readonly confirm: (proof: GivenProof) => Promise<string>
}

interface Surroundings {
  language: Language
  onClose: () => void
  onFailure: (error: unknown) => void
}

/** Asks for password (and code) before something is taken away, has it taken away and says so. It stays open when that fails, so that it can be tried again. */
export function ProofDialog({ asked, ...rest }: Surroundings & { asked: ProvedQuestion | null }) {
  // What was typed goes with it.
  return asked && <OpenDialog asked={asked} {...rest} />
}

function OpenDialog({
  asked: { question, hint, action, confirm },
  language,
  onClose,
  onFailure,
}: Surroundings & { asked: ProvedQuestion }) {
  const proof = useOwnProof(language, onFailure)

  const takeAway = async () => {
    const told = await proof.prove(confirm)
    if (told !== null) notify('success', told)
  }

  return (
    <FormDialog
      open
      kind="danger"
      title={question}
      confirm={action}
      busy={proof.busy}
      onSend={() => void takeAway()}
      onClose={onClose}
    >
      <p>{hint}</p>
      <OwnProofFields proof={proof} />
    </FormDialog>
  )
}
