import { accessDetail, type Icon } from '../../../../contract/endpoints/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { RECENT_APPS } from '../../../../contract/limits.ts'
import { call } from '../../core/api/call.ts'
import { recentAppsKey, type RecentPlatform } from '../../core/storage/local-keys.ts'

/** The access log's type of an application that somebody opened. */
const OPENED = 1
/** Not noted: it is where everybody begins. */
const DESKTOP = 'desktop'

/** The codes that a person opened last on such a desktop, newest first. */
export function readRecents(platform: RecentPlatform, userId: string): string[] {
  return recentAppsKey(platform, userId).get() ?? []
}

/** A list of recent codes with one more in front, at most ten. */
export function withRecent(codes: readonly string[], code: string): string[] {
  return [code, ...codes.filter((other) => other !== code)].slice(0, RECENT_APPS)
}

/** Notes that a person opens an application: for their list of recent ones, and in the unit's log. Nothing waits for it, and nothing fails with it. */
export function recordAppOpen(
  { userId, userType, unitId }: Pick<SessionUser, 'userId' | 'userType' | 'unitId'>,
  platform: RecentPlatform,
  { code, name }: Pick<Icon, 'code' | 'name'>,
): void {
  if (code === DESKTOP) return
  const key = recentAppsKey(platform, userId)
  key.set(withRecent(key.get() ?? [], code))
  // While developing, what is opened says nothing about a school.
  if (import.meta.env.DEV) return
  call(accessDetail, { userId, userType, unitId, resId: code, resName: name.slice(0, 200), type: OPENED }).catch(
    () => {},
  )
}
