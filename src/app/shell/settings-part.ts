/** The query of the settings page that shows how everybody signs in. */
export const SIGN_IN_SETTINGS = '?part=sign-in'

/** Whether an address's query asks for that part. */
export function isSignInSettings(search: string): boolean {
  return new URLSearchParams(search).get('part') === 'sign-in'
}
