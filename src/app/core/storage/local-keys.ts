import * as z from 'zod/mini'
import { id, userType } from '../../../../contract/fields.ts'
import { AUTO_LOGIN_ATTEMPTS, LANGUAGES, RECENT_APPS } from '../../../../contract/limits.ts'

/** One entry of local storage. Reading a missing, damaged or refused one gives null; writing where storage is refused does nothing. */
export interface LocalKey<T> {
  get(): T | null
  set(value: T): void
  remove(): void
}

/** A value as text for local storage. */
interface Encoding<T> {
  readonly decode: (text: string) => unknown
  readonly encode: (value: T) => string
}

export const plain: Encoding<string> = { decode: (text) => text, encode: (text) => text }
export const json: Encoding<unknown> = { decode: (text) => JSON.parse(text), encode: (value) => JSON.stringify(value) }

/** An entry that belongs to the device: it is written on a shared computer too. */
export function localKey<T>(name: string, schema: z.core.$ZodType<T>, encoding: Encoding<T>): LocalKey<T> {
  return {
    get() {
      try {
        const text = localStorage.getItem(name)
        return text === null ? null : z.parse(schema, encoding.decode(text))
      } catch {
        return null
      }
    },
    set(value) {
      try {
        localStorage.setItem(name, encoding.encode(value))
      } catch {
        // Storage refused or full: the choice then lasts for this visit only.
      }
    },
    remove() {
      try {
        localStorage.removeItem(name)
      } catch {
        // Storage refused: there is nothing to remove.
      }
    },
  }
}

/** An entry with personal data: not written on a shared computer. */
export function personalKey<T>(name: string, schema: z.core.$ZodType<T>, encoding: Encoding<T>): LocalKey<T> {
  const key = localKey(name, schema, encoding)
  return {
    ...key,
    set(value) {
      if (mayKeep()) key.set(value)
    },
  }
}

const sharedUse = z.object({ since: z.number(), activeAt: z.number() })
/** A visit to a computer that others use too: when it began, and when somebody last did something in any tab; both in milliseconds since 1970. */
export type SharedUse = z.infer<typeof sharedUse>

/** Set while a user is signed in who declared the computer shared. */
export const sharedUseKey = localKey<SharedUse>('sharedComputer', sharedUse, json)

let wiped = false

/** Whether this device may keep anything of the person. Everything that writes asks. */
export function mayKeep(): boolean {
  return !wiped && sharedUseKey.get() === null
}

/** From now on this page keeps nothing, also what it still had under way: what was kept is being deleted, and the page is about to go. */
export function keepNothingMore(): void {
  wiped = true
}

/** The entries that may stay after a visit to a shared computer: they say nothing of the person. */
const DEVICE_ENTRIES: ReadonlySet<string> = new Set([
  'IS_LOGOUTED',
  'lange_',
  'colorMode',
  'contrast',
  'portalReloaded',
  'signOutDue',
])

/** Removes every entry but the device's own. */
export function removePersonalEntries(): void {
  try {
    for (const name of Object.keys(localStorage)) if (!DEVICE_ENTRIES.has(name)) localStorage.removeItem(name)
    sessionStorage.clear()
  } catch {
    // Storage refused: nothing was kept.
  }
}

const rememberedUser = z.object({ userId: id, realName: z.string(), userType, unitId: id })
/** Who was signed in last: enough to greet and to find their own records, and nothing secret. */
export type RememberedUser = z.infer<typeof rememberedUser>

/** Written at login, removed at logout. */
export const userKey = personalKey<RememberedUser>('user', rememberedUser, json)

/** Whether the person signed out themselves, which keeps auto-login from undoing it. */
export const loggedOutKey = localKey<boolean>('IS_LOGOUTED', z.boolean(), json)

/** Set while a sign-out has not reached the server. */
export const signOutDueKey = localKey<boolean>('signOutDue', z.boolean(), json)

/** Whether this device remembers a name and password; they themselves lie encrypted in IndexedDB. */
export const rememberedKey = personalKey<boolean>('rememberPassword', z.boolean(), json)

/** Set while the portal has begun anew because files of its version were missing; taken away when they are there. */
export const reloadedKey = localKey<boolean>('portalReloaded', z.boolean(), json)

/** Whether a passkey was used or made on this device: only then the login asks the browser to offer them. */
export const passkeyKey = personalKey<boolean>('passkey', z.boolean(), json)

/** Auto-login attempts since the last success. */
export const autoLoginCountKey = personalKey<number>(
  'AUTO_LOGIN_NUM',
  z.number().check(z.int(), z.minimum(0), z.maximum(AUTO_LOGIN_ATTEMPTS)),
  json,
)

/** The chosen language. The key's name ends in an underscore in the specification. */
export const languageKey = localKey<(typeof LANGUAGES)[number]>('lange_', z.literal(LANGUAGES), plain)

/** Whether the left menu is locked open. */
export const menuLockKey = personalKey<boolean>('menuLock', z.boolean(), json)

/** Whether to-dos pop up by themselves on this device. */
export const todoPopupKey = personalKey<boolean>('todoPopup', z.boolean(), json)

/** The child that a parent chose last. */
export const childIdKey = personalKey<string>('chirdenId', id, plain)

const RECENT_PLATFORMS = ['pc', 'mobile'] as const
export type RecentPlatform = (typeof RECENT_PLATFORMS)[number]

/** Codes of the applications a user opened last, newest first, at most ten. */
export function recentAppsKey(platform: RecentPlatform, userId: string): LocalKey<string[]> {
  const codes = z.array(z.string()).check(z.maxLength(RECENT_APPS))
  return personalKey<string[]>(`home_${platform}_cyyy_${userId}`, codes, json)
}

/** Removes a user's lists of recent applications on every platform, those of all their children too. */
export function forgetRecentApps(userId: string): void {
  try {
    const own = new RegExp(`^home_(?:${RECENT_PLATFORMS.join('|')})_cyyy_${userId}(?:_|$)`)
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    for (const name of names) if (own.test(name)) localStorage.removeItem(name)
  } catch {
    // Storage refused: nothing was kept.
  }
}

/** Lays a parent's lists of recent applications aside under one child's id, and puts those of another child in their place. */
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

/** The login name that the login page of this window fills in next, once: whoever has just set a new password need not type it. */
export const nextLoginName = {
  set(name: string): void {
    try {
      sessionStorage.setItem('loginName', name)
    } catch {
      // Storage refused: the person types it.
    }
  },
  take(): string | null {
    try {
      const name = sessionStorage.getItem('loginName')
      sessionStorage.removeItem('loginName')
      return name
    } catch {
      return null
    }
  },
}
