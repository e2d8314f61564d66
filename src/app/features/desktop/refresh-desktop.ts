import { myAppIcons, unreadByCode } from '../../../../contract/endpoints/desktop/desktop.ts'
import { call } from '../../core/api/call.ts'
import { pending } from './arrange/save-order.ts'
import { desktopState, showDesktop } from './desktop-store.ts'

/** Loads the icons again after they were arranged, here or on another device. Never rejects; a failure keeps the shown ones. */
export async function refreshIcons(): Promise<void> {
  const before = desktopState()
  if (before.status !== 'live') return
  const { userId, unitId } = before.data.me
  try {
    const icons = await call(myAppIcons, { userId, unitId, appType: 1 })
    const state = desktopState()
    // A local order is newer than this response.
    if (state.status !== 'live' || pending.order !== null) return
    if (JSON.stringify(icons) !== JSON.stringify(state.data.icons)) showDesktop({ ...state.data, icons })
  } catch {
    // The next change, or the next start, loads them again.
  }
}

/** Loads the badges' counts again. Never rejects; a failure keeps the shown ones. */
export async function refreshUnread(): Promise<void> {
  if (desktopState().status !== 'live') return
  try {
    const unread = await call(unreadByCode, {})
    const state = desktopState()
    if (state.status !== 'live') return
    const { data } = state
    const counted = new Set(unread.map(({ code }) => code))
    // The count that came with an icon is only valid until newer ones arrive.
    const icons = data.icons.map((group) => ({
      ...group,
      iconVMs: group.iconVMs.map((icon) => (counted.has(icon.code) ? icon : { ...icon, unReadCodeCount: 0 })),
    }))
    showDesktop({ ...data, icons, unread })
  } catch {
    // The next change loads them again.
  }
}
