import { loginPictureAddress, type DecorationSet } from '../../../../contract/endpoints/units/tenant.ts'
import type { LoginScene } from './LoginLayout.tsx'

/** What a unit's decoration puts beside the login form. `addressOf`: of its own picture. */
export function loginScene(
  { theme, loginPicture }: DecorationSet,
  addressOf: (picture: string) => string = loginPictureAddress,
): LoginScene {
  if (loginPicture !== undefined) return { address: addressOf(loginPicture) }
  return theme !== undefined && /^(ink|lotus|cartoon)$/.test(theme) ? { theme } : null
}
