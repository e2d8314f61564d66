import { myAppIcons, unreadByCode } from '../../../../contract/endpoints/desktop.ts'
import { call } from '../../core/api/call.ts'
import { pending } from './arrange/save-order.ts'
import { desktop, showDesktop } from './desktop-store.ts'

/** Reads the icons anew after they were arranged, here or on another device. Never rejects: those that are there stay when it cannot be done. */
export async function refreshIcons(): Promise<void> {
  if (desktop.state.status !== 'live') return
  const { userId, unitId } = desktop.state.data.me
  try {
    const icons = await call(myAppIcons, { userId, unitId, appType: 1 })
    const { state } = desktop
    // What was arranged here meanwhile is newer than this answer.
    if (state.status !== 'live' || pending.order !== null) return
    if (JSON.stringify(icons) !== JSON.stringify(state.data.icons)) showDesktop({ ...state.data, icons })
  } catch {
    // The next change, or the next start, asks again.
  }
}

/** Reads the badges' counts anew. Never rejects: the badges that are there stay when it cannot be done. */
export async function refreshUnread(): Promise<void> {
  if (desktop.state.status !== 'live') return
  try {
    const unread = await call(unreadByCode, {})
    const { state } = desktop
    if (state.status !== 'live') return
    const { data } = state
    const counted = new Set(unread.map(({ code }) => code))
    // What came with an icon counts only until there is a newer number, be it none.
    const icons = data.icons.map((group) => ({
      ...group,
      iconVMs: group.iconVMs.map((icon) => (counted.has(icon.code) ? icon : { ...icon, unReadCodeCount: 0 })),
    }))
    showDesktop({ ...data, icons, unread })
  } catch {
    // The next change asks again.
  }
}
