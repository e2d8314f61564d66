import type { ReactNode } from 'react'
import type { Language } from '../../../../contract/envelope.ts'

/** What a person is asked before their PIN changes: their password, and a code where their second step is on. */
interface ProvedQuestion {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** What stands above the proof, and whether it can be sent; what is wrong with it is shown by then. */
  readonly asks?: { readonly fields: ReactNode; readonly check: () => boolean }
  /** Does it by their proof, and resolves to what they are told. */
  readonly confirm: (proof: { readonly password: string; readonly otp?: string }) => Promise<string>
}

/** The shell's dialog for it, open while something is asked; it stays open when that fails, so that it can be tried again. */
export type ProofDialog = (props: {
  asked: ProvedQuestion | null
  language: Language
  onClose: () => void
}) => ReactNode
