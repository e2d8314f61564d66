import { createContext, use, type ReactNode } from 'react'
import { type SignInSettings, settings } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'

/** The question before a change that needs the administrator's password and, if it is on, second step. */
interface ProvedQuestion {
  readonly question: string
  readonly hint: string
  readonly action: string
  readonly confirm: (proof: { readonly password: string; readonly otp?: string }) => Promise<string>
}

/** Open while something is asked; it stays open after a failure, for another try. */
export type ProofDialog = (props: {
  asked: ProvedQuestion | null
  onClose: () => void
  onFailure?: (error: unknown) => void
}) => ReactNode

export interface AdminContextValue {
  readonly ProofDialog: ProofDialog
  /** Shows the settings returned by a call. */
  readonly show: (settings: SignInSettings) => void
}

export const AdminContext = createContext<AdminContextValue | null>(null)

export function useAdmin(): AdminContextValue {
  const value = use(AdminContext)
  if (!value) throw new Error('the sign-in settings are shown outside of their page')
  return value
}

export function nameIn({ name, englishName }: { name: string; englishName: string }, language: Language): string {
  return language === 'en' ? englishName || name : name
}

const GONE = ['sso.provider_unknown', 'sso.client_unknown']

/** The settings after a deletion, also if another administrator deleted the same meanwhile. */
export async function afterDeletion(deletion: Promise<SignInSettings>): Promise<SignInSettings> {
  try {
    return await deletion
  } catch (error) {
    if (error instanceof CallError && GONE.includes(error.code)) return call(settings, {})
    throw error
  }
}
