import { session } from '../../core/session/session.ts'
import { followOtherWindows, showThemeOf } from './theme-store.ts'
import { readUser } from '../../core/session/renew-user.ts'

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
  }
  session.subscribe(follow)
  follow()
  followOtherWindows()
}

/** Reloads the theme after an administrator's change for all users. Never rejects; after a failure the next visit shows it. */
export async function renewTheme(): Promise<void> {
  const user = await readUser()
  if (!user) return
  shown = ''
  session.set({ status: 'in', user })
}
