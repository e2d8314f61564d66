import { useQuery } from '@tanstack/react-query'
import { ProofDialog as AskedDialog, type ProvedQuestion } from '../../../ui/proof/ProofDialog.tsx'
import { secondStepQuery } from './second-step-query.ts'

/** Asks for the user's proof before a change, while there is a question. */
export function ProofDialog({ asked, onClose }: { asked: ProvedQuestion | null; onClose: () => void }) {
  const query = useQuery({ ...secondStepQuery, enabled: asked !== null })
  // Unmounting discards the typed values.
  return asked && <AskedDialog asked={asked} query={query} onClose={onClose} />
}
