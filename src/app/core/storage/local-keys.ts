import * as z from 'zod/mini'
import { id, userType } from '../../../../contract/fields.ts'
import { AUTO_LOGIN_ATTEMPTS, LANGUAGES } from '../../../../contract/limits.ts'

/** The result of a use of the browser's storage; null where that is refused or full, and for damaged entries. */
export function tryStorage<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}

/** One entry of local storage. Missing, damaged and refused ones read as null; writing where storage is refused does nothing. */
export interface LocalKey<T> {
  get(): T | null
  set(value: T): void
  remove(): void
}

interface Encoding<T> {
  readonly decode: (text: string) => unknown
  readonly encode: (value: T) => string
}

export const plain: Encoding<string> = { decode: (text) => text, encode: (text) => text }
export const json: Encoding<unknown> = { decode: (text) => JSON.parse(text), encode: (value) => JSON.stringify(value) }

/** An entry of the device: also written on a shared computer. */
export function localKey<T>(name: string, schema: z.core.$ZodType<T>, encoding: Encoding<T>): LocalKey<T> {
  return {
    get: () =>
      tryStorage(() => {
        const text = localStorage.getItem(name)
        return text === null ? null : z.parse(schema, encoding.decode(text))
      }),
    set(value) {
      // Where that fails, the choice applies to this visit only.
      tryStorage(() => localStorage.setItem(name, encoding.encode(value)))
    },
    remove() {
      tryStorage(() => localStorage.removeItem(name))
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
/** A visit to a shared computer: its start, and the last activity in any tab; both in milliseconds since 1970. */
export type SharedUse = z.infer<typeof sharedUse>

/** Set while a user is signed in who declared the computer shared. */
export const sharedUseKey = localKey<SharedUse>('sharedComputer', sharedUse, json)

let wiped = false

/** Whether this device may store personal data. To be checked before each write. */
export function mayKeep(): boolean {
  return !wiped && sharedUseKey.get() === null
}

/** From now on this page stores nothing, not even pending writes: stored data is being deleted, and the page is about to leave. */
export function keepNothingMore(): void {
  wiped = true
}

/** Entries without personal data, which stay after a visit to a shared computer. */
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
  tryStorage(() => {
    for (const name of Object.keys(localStorage)) if (!DEVICE_ENTRIES.has(name)) localStorage.removeItem(name)
    sessionStorage.clear()
  })
}

/** Returns a function that writes the device's own entries again where they are missing, but for a sign-out that is due. */
export function rememberDeviceEntries(): () => void {
  const names = [...DEVICE_ENTRIES].filter((name) => name !== 'signOutDue')
  const kept = tryStorage(() => names.map((name) => [name, localStorage.getItem(name)] as const)) ?? []
  return () => {
    for (const [name, text] of kept)
      tryStorage(() => text !== null && localStorage.getItem(name) === null && localStorage.setItem(name, text))
  }
}

const rememberedUser = z.object({ userId: id, realName: z.string(), userType, unitId: id })
/** The last user: enough for a greeting and for finding their records, nothing secret. */
export type RememberedUser = z.infer<typeof rememberedUser>

/** Written at login, removed at logout. */
export const userKey = personalKey<RememberedUser>('user', rememberedUser, json)

/** Whether the user signed out, which prevents auto-login. */
export const loggedOutKey = localKey<boolean>('IS_LOGOUTED', z.boolean(), json)

/** Accounts whose data on this device are still to be deleted. */
export const forgetDueKey = localKey<string[]>('forgetDue', z.array(id), json)

export const signOutDueKey = localKey<boolean>('signOutDue', z.boolean(), json)

/** Whether this device stores a name and password, which are encrypted in IndexedDB. */
export const rememberedKey = personalKey<boolean>('rememberPassword', z.boolean(), json)

export const reloadedKey = localKey<boolean>('portalReloaded', z.boolean(), json)

/** Whether a passkey was used or made on this device: only then does the login offer them. */
export const passkeyKey = personalKey<boolean>('passkey', z.boolean(), json)

export const autoLoginCountKey = personalKey<number>(
  'AUTO_LOGIN_NUM',
  z.number().check(z.int(), z.minimum(0), z.maximum(AUTO_LOGIN_ATTEMPTS)),
  json,
)

/** The underscore is the specification's. */
export const languageKey = localKey<(typeof LANGUAGES)[number]>('lange_', z.literal(LANGUAGES), plain)

/** The login name for this window's next login page, once: after a reset it need not be typed. */
export const nextLoginName = takenOnce('loginName')

/** A text for the next page in this window, which reads and removes it. */
export function takenOnce(entry: string) {
  return {
    set(text: string): void {
      tryStorage(() => sessionStorage.setItem(entry, text))
    },
    take: () =>
      tryStorage(() => {
        const text = sessionStorage.getItem(entry)
        sessionStorage.removeItem(entry)
        return text
      }),
  }
}
