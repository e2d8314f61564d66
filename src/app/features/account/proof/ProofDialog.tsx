import { useQuery } from '@tanstack/react-query'
import { ProofDialog as AskedDialog, type ProvedQuestion } from '../../../ui/proof/ProofDialog.tsx'
import { secondStepQuery } from './second-step-query.ts'

interface ProofDialogProps {
  onClose: () => void
  /** Handles failures that are not about the proof; a notice by default. */
  onFailure?: (error: unknown) => void
}

/** Asks for the user's proof before a change, while there is a question. */
export function ProofDialog({ asked, ...rest }: ProofDialogProps & { asked: ProvedQuestion | null }) {
  // Unmounting discards the typed values.
  return asked && <OpenDialog asked={asked} {...rest} />
}

function OpenDialog(props: ProofDialogProps & { asked: ProvedQuestion }) {
  return <AskedDialog {...props} query={useQuery(secondStepQuery)} />
}
