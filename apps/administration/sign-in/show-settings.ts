import { createContext } from 'react'
import type { SignInSettings } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'

/** Shows the settings returned by a call, and a notice. */
export const ShowSettings = createContext<(settings: SignInSettings, told: string) => void>(() => {
  throw new Error('the sign-in settings are shown outside of their page')
})
