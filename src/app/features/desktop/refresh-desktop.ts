import { myAppIcons, unreadByCode, type Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import { orderOf } from '../../../../contract/rules/desktop/arrange-icons.ts'
import { call } from '../../core/api/call.ts'
import { isSame, pending } from './arrange/save-order.ts'
import { desktopState, showDesktop } from './desktop-store.ts'

/** Number of the last request of each kind: a response that a later one has overtaken is not shown. */
let iconsAsked = 0
let unreadAsked = 0

/** Loads the icons again after they were arranged, here or on another device. Never rejects; a failure keeps the shown ones. */
export async function refreshIcons(): Promise<void> {
  const before = desktopState()
  if (before.status !== 'live') return
  const { userId, unitId } = before.data.me
  const asked = ++iconsAsked
  try {
    const icons = await call(myAppIcons, { userId, unitId, appType: 1 })
    const state = desktopState()
    // A local order that is not saved yet is newer than this response, and so is one that was shown and saved meanwhile.
    if (state.status !== 'live' || asked !== iconsAsked || pending.order !== null) return
    if (!isSame(orderOf(state.data.icons), orderOf(before.data.icons))) return await refreshIcons()
    if (!isSame(icons, state.data.icons)) showDesktop({ ...state.data, icons })
  } catch {
    // The next change, or the next start, loads them again.
  }
}

/** Loads the badges' counts again. Never rejects; a failure keeps the shown ones. */
export async function refreshUnread(): Promise<void> {
  if (desktopState().status !== 'live') return
  const asked = ++unreadAsked
  try {
    const unread = await call(unreadByCode, {})
    const state = desktopState()
    if (state.status !== 'live' || asked !== unreadAsked) return
    const { data } = state
    const counted = new Set(unread.map(({ code }) => code))
    // The count that came with an icon is only valid until newer ones arrive.
    const uncounted = (icon: Icon): Icon => ({
      ...icon,
      ...(!counted.has(icon.code) && { unReadCodeCount: 0 }),
      ...(icon.iconVMs && { iconVMs: icon.iconVMs.map(uncounted) }),
    })
    const icons = data.icons.map((group) => ({ ...group, iconVMs: group.iconVMs.map(uncounted) }))
    showDesktop({ ...data, icons, unread })
  } catch {
    // The next change loads them again.
  }
}
