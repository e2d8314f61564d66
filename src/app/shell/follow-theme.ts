import { subscribe } from 'valtio/vanilla'
import { checkSession } from '../features/session/check-session.ts'
import { session } from '../features/session/session-store.ts'
import { followOtherWindows, showThemeOf } from '../features/theme/theme-store.ts'

let shown = ''

/** From now on the page is in the theme of whoever is signed in, as the server told it last; at once, so that the first frame is. */
export function followTheme(): void {
  const follow = (): void => {
    const { state } = session
    if (state.status !== 'in') return
    const { userId, theme, themeColor } = state.user
    const told = JSON.stringify([userId, theme, themeColor])
    // Nothing new: what the person has chosen since is newer than what the session's check told then.
    if (told === shown) return
    shown = told
    showThemeOf(state.user)
  }
  subscribe(session, follow)
  follow()
  followOtherWindows()
}

/** An administrator has chosen a theme for everybody, or has taken it back. */
export async function renewTheme(): Promise<void> {
  shown = ''
  await checkSession()
}
