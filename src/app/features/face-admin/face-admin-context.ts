import { createContext, use, type ReactNode } from 'react'

export interface Person {
  readonly userId: string
  readonly realName: string
}

/** What every card needs of the shell. */
export interface FaceAdminProps {
  readonly TakeFaceDialog: (props: {
    title: string
    userId: string
    onSaved: () => Promise<void>
    onClose: () => void
  }) => ReactNode
  readonly StoredFace: (props: { userId: string; photos: number }) => ReactNode
  readonly ConsentText: () => ReactNode
}

export const FaceAdminContext = createContext<FaceAdminProps | null>(null)

/** Throws outside of the page. */
export function useFaceAdmin(): FaceAdminProps {
  const context = use(FaceAdminContext)
  if (!context) throw new Error('the settings of faces are shown outside of their page')
  return context
}
