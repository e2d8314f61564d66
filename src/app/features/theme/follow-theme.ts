import { session } from '../../core/session/session.ts'
import { followOtherWindows, showThemeOf } from './theme-store.ts'
import { readUser } from '../../core/session/renew-user.ts'

let shown = ''

/** From now on the page is in the theme of whoever is signed in, as the server told it last; at once, so that the first frame is. */
export function followTheme(): void {
  const follow = (): void => {
    const state = session.current
    if (state.status !== 'in') return
    const { userId, theme, themeColor } = state.user
    const told = JSON.stringify([userId, theme, themeColor])
    // Nothing new: what the person has chosen since is newer than what the session's check told then.
    if (told === shown) return
    shown = told
    showThemeOf(state.user)
  }
  session.subscribe(follow)
  follow()
  followOtherWindows()
}

/** An administrator has chosen a theme for everybody, or has taken it back. Never rejects; without an answer the next visit shows it. */
export async function renewTheme(): Promise<void> {
  const user = await readUser()
  if (!user) return
  shown = ''
  session.set({ status: 'in', user })
}
