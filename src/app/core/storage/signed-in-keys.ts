import * as z from 'zod/mini'
import { id } from '../../../../contract/fields.ts'
import { LANGUAGES, RECENT_APPS } from '../../../../contract/limits.ts'
import { json, personalKey, plain, takenOnce, tryStorage, type LocalKey } from './local-keys.ts'

// Entries that only a person who is signed in needs: the login's script has those of `local-keys.ts`.

/** A language that the user chose and the server has not been told yet. */
export const chosenLanguageKey = personalKey(
  'languageChosen',
  z.object({ userId: id, language: z.literal(LANGUAGES) }),
  json,
)

export const menuLockKey = personalKey<boolean>('menuLock', z.boolean(), json)

/** Whether to-dos pop up on this device. */
export const todoPopupKey = personalKey<boolean>('todoPopup', z.boolean(), json)

/** The child that a parent chose last. */
export const childIdKey = personalKey<string>('chirdenId', id, plain)

const RECENT_PLATFORMS = ['pc', 'mobile'] as const
export type RecentPlatform = (typeof RECENT_PLATFORMS)[number]

/** Codes of recently opened applications, newest first, at most ten. */
export function recentAppsKey(platform: RecentPlatform, userId: string): LocalKey<string[]> {
  const codes = z.array(z.string()).check(z.maxLength(RECENT_APPS))
  return personalKey<string[]>(`home_${platform}_cyyy_${userId}`, codes, json)
}

export function forgetRecentApps(userId: string): void {
  tryStorage(() => {
    const own = new RegExp(`^home_(?:${RECENT_PLATFORMS.join('|')})_cyyy_${userId}(?:_|$)`)
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    for (const name of names) if (own.test(name)) localStorage.removeItem(name)
  })
}

/** Stores a parent's lists of recent applications under one child's id, and restores those of another child. */
export function changeRecentApps(userId: string, from: string, to: string): void {
  for (const platform of RECENT_PLATFORMS) {
    const shown = recentAppsKey(platform, userId)
    const codes = shown.get()
    const asideOf = (childId: string) => recentAppsKey(platform, `${userId}_${childId}`)
    if (codes) asideOf(from).set(codes)
    const others = asideOf(to).get()
    asideOf(to).remove()
    if (others) shown.set(others)
    else shown.remove()
  }
}

/** The child to whom this window is switching, once: the page that is loaded then says whose portal it is. */
export const nextChildNotice = takenOnce('childShown')
