import { createContext, use, type ReactNode } from 'react'
import { type SignInSettings, settings } from '../../../../contract/endpoints/sign-in-admin.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { FieldProblem } from '../../../../contract/rules/field-problems.ts'
import { useForm as useAnyForm, type Form, type FormValues } from '../../ui/fields/use-form.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'

/** What an administrator is asked before what needs their own password, and a code where their second step is on. */
interface ProvedQuestion {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** Does it by their proof, and resolves to what they are told. */
  readonly confirm: (proof: { readonly password: string; readonly otp?: string }) => Promise<string>
}

/** A dialog for it, open while something is asked; it stays open when that fails, so that it can be tried again. */
export type ProofDialog = (props: {
  asked: ProvedQuestion | null
  language: Language
  onClose: () => void
  onFailure?: (error: unknown) => void
}) => ReactNode

/** What every card needs of the shell. */
export interface AdminContextValue {
  readonly language: Language
  readonly online: boolean
  /** What went wrong with a call, as a sentence for the person. */
  readonly describe: (error: unknown) => string
  readonly ProofDialog: ProofDialog
  /** Shows the settings as a call has just left them. */
  readonly show: (settings: SignInSettings) => void
}

/** Given by the page to its cards and dialogs. */
export const AdminContext = createContext<AdminContextValue | null>(null)

/** The page's surroundings. Throws outside of the page. */
export function useAdmin(): AdminContextValue {
  const value = use(AdminContext)
  if (!value) throw new Error('the sign-in settings are shown outside of their page')
  return value
}

/** A form of the page, in its language and with its words for failed calls. */
export function useForm<Values extends FormValues>(form: {
  initial: Values
  check: (values: Values) => readonly FieldProblem[]
  send: (values: Values) => Promise<void>
}): Form<Values> {
  const { language, describe } = useAdmin()
  return useAnyForm({ ...form, language, describe })
}

/** The name of something in a language. */
export function nameIn({ name, englishName }: { name: string; englishName: string }, language: Language): string {
  return language === 'en' ? englishName || name : name
}

const GONE = ['sso.provider_unknown', 'sso.client_unknown']

/** The settings after a deletion. What another administrator has deleted meanwhile is gone as well. */
export async function afterDeletion(deletion: Promise<SignInSettings>): Promise<SignInSettings> {
  try {
    return await deletion
  } catch (error) {
    if (error instanceof CallError && GONE.includes(error.code)) return call(settings, {})
    throw error
  }
}
