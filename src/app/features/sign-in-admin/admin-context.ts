import { createContext, use } from 'react'
import type { SignInSettings } from '../../../../contract/calls/sign-in-admin.ts'
import type { Language } from '../../../../contract/envelope.ts'

/** What every card needs of the shell. */
export interface AdminSurroundings {
  readonly language: Language
  readonly online: boolean
  /** What went wrong with a call, as a sentence for the person. */
  readonly describe: (error: unknown) => string
  /** Shows the settings as a call has just left them. */
  readonly show: (settings: SignInSettings) => void
}

/** Given by the page to its cards and dialogs. */
export const AdminContext = createContext<AdminSurroundings | null>(null)

/** The page's surroundings. Throws outside of the page. */
export function useAdmin(): AdminSurroundings {
  const surroundings = use(AdminContext)
  if (!surroundings) throw new Error('the sign-in settings are shown outside of their page')
  return surroundings
}
