import { myAppIcons } from '../../../../contract/endpoints/desktop.ts'
import { call } from '../../core/api/call.ts'
import { pending } from './arrange/pending-order.ts'
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
