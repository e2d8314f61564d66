import { createContext, type ReactNode } from 'react'
import type { SignInSettings } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { Language } from '../../../../contract/envelope.ts'

/**
 * The dialog for a change that needs the administrator's password and, if it is on, second step. Open while something is asked; it stays open after a
 * failure, for another try.
 */
export type ProofDialog = (props: {
  asked: {
    readonly question: string
    readonly hint: string
    readonly action: string
    /** Resolves to the text of the notice. */
    readonly confirm: (proof: { readonly password: string; readonly otp?: string }) => Promise<string>
  } | null
  onClose: () => void
  onFailure?: (error: unknown) => void
}) => ReactNode

/** Shows the settings returned by a call, and a notice. */
export const ShowSettings = createContext<(settings: SignInSettings, told: string) => void>(() => {
  throw new Error('the sign-in settings are shown outside of their page')
})

export function nameIn({ name, englishName }: { name: string; englishName: string }, language: Language): string {
  return language === 'en' ? englishName || name : name
}
