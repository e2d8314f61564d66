import * as themeEndpoints from '../../../../contract/endpoints/desktop/theme.ts'
import { parseTheme } from '../../../../contract/rules/appearance/themes.ts'
import { call } from '../../core/api/call.ts'
import { session } from '../../core/session/session.ts'
import { followLaterSheets, followOtherWindows, showThemeOf } from './theme-store.ts'
import { renewUser } from '../../core/session/renew-user.ts'

let shown = ''

/** Shows the signed-in user's theme from now on; synchronously, for the first frame. */
export function followTheme(): void {
  const follow = (): void => {
    const state = session.current
    if (state.status !== 'in') return
    const { userId, theme, themeColor } = state.user
    const told = JSON.stringify([userId, theme, themeColor])
    // Unchanged: a theme that was chosen meanwhile is newer than this response.
    if (told === shown) return
    shown = told
    showThemeOf(state.user)
    if (theme !== null && themeColor === null && parseTheme(theme) === null) void askForColor(told)
  }
  session.subscribe(follow)
  follow()
  followOtherWindows()
  followLaterSheets()
}

/** Shows the colour that the server has for a theme that this version does not know. Without an answer that of the device stays. */
async function askForColor(told: string): Promise<void> {
  const themeColor = await call(themeEndpoints.color, {}).catch(() => null)
  const state = session.current
  if (themeColor === null || state.status !== 'in' || told !== shown) return
  showThemeOf({ theme: state.user.theme, themeColor })
}

/** Reloads the theme after an administrator's change for all users. Never rejects; after a failure the next visit shows it. */
export async function renewTheme(): Promise<void> {
  // Shown also when it is what it was: another may have been chosen here meanwhile.
  await renewUser(() => (shown = ''))
}
