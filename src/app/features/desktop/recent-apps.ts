import { accessDetail, type Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { RECENT_APPS } from '../../../../contract/limits.ts'
import { call } from '../../core/api/call.ts'
import { recentAppsKey, type RecentPlatform } from '../../core/storage/signed-in-keys.ts'

/** The access log's type of an opened application. */
const OPENED = 1
/** Not recorded: every visit begins there. */
const DESKTOP = 'desktop'

/** The codes of recently opened applications on such a desktop, newest first. */
export function readRecents(platform: RecentPlatform, userId: string): string[] {
  return recentAppsKey(platform, userId).get() ?? []
}

/** A list of recent codes with one more in front, at most ten. */
export function withRecent(codes: readonly string[], code: string): string[] {
  return [code, ...codes.filter((other) => other !== code)].slice(0, RECENT_APPS)
}

export function recordAppOpen(
  { userId, userType, unitId }: Pick<SessionUser, 'userId' | 'userType' | 'unitId'>,
  platform: RecentPlatform,
  { code, name }: Pick<Icon, 'code' | 'name'>,
): void {
  if (code === DESKTOP) return
  const key = recentAppsKey(platform, userId)
  key.set(withRecent(key.get() ?? [], code))
  // Not in development.
  if (import.meta.env.DEV) return
  call(accessDetail, { userId, userType, unitId, resId: code, resName: name.slice(0, 200), type: OPENED }).catch(
    () => {},
  )
}
