import { createContext, use, type ReactNode } from 'react'
import type { Language } from '../../../../contract/envelope.ts'

/** Of whom something is shown or changed. */
export interface Person {
  readonly userId: string
  readonly realName: string
}

/** Takes a photo of a person's face and keeps it, in a dialog. */
export type TakeFaceDialog = (props: {
  open: boolean
  title: string
  userId: string
  describe: (error: unknown) => string
  onSaved: () => Promise<void>
  onClose: () => void
}) => ReactNode

/** What every card needs of the shell. */
export interface FaceAdminProps {
  readonly language: Language
  readonly online: boolean
  /** What went wrong with a call, as a sentence for the person. */
  readonly describe: (error: unknown) => string
  readonly TakeFaceDialog: TakeFaceDialog
  /** The newest photo that is kept of a person. */
  readonly StoredFace: (props: { userId: string; photos: number; language: Language }) => ReactNode
  /** What people agree to. */
  readonly ConsentText: (props: { language: Language }) => ReactNode
}

/** Given by the page to its cards and dialogs. */
export const FaceAdminContext = createContext<FaceAdminProps | null>(null)

/** The page's surroundings. Throws outside of the page. */
export function useFaceAdmin(): FaceAdminProps {
  const context = use(FaceAdminContext)
  if (!context) throw new Error('the settings of faces are shown outside of their page')
  return context
}
