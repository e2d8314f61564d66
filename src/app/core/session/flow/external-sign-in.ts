import * as z from 'zod/mini'
import { beginSocial, RETURN_TO_LENGTH, weChatInfo, weComInfo } from '../../../../../contract/endpoints/sign-in/sso.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { tryStorage } from '../../storage/local-keys.ts'

/** Session-storage key, per tab: the page has redirected to WeChat by itself. */
const REDIRECTED = 'wentElsewhere'
/** Session-storage key, per tab: the external sign-in that was started last. */
const STARTED = 'begunElsewhere'

const named = z.object({ name: z.string(), englishName: z.string() })
const startedSchema = z.object({ provider: named, returnTo: z.optional(z.string()) })
/** A started external sign-in: its provider, and the page to return to. Contains nothing personal. */
export type StartedSignIn = z.infer<typeof startedSchema>
export type ExternalProvider = z.infer<typeof named> & {
  readonly id: string
  /** The entry address of its sign-in, as the unit's administrators set it; absent or null where the provider itself names it. */
  readonly providerAppLoginUrl?: string | null
}

/** The address of the provider, or why there is none. */
export type ExternalStart = { ok: true; address: string } | { ok: false; text: string }

/** The same names for all schools. */
export const WECHAT: Readonly<Record<'qy' | 'mp', ExternalProvider>> = {
  qy: { id: 'qy', name: '企业微信', englishName: 'WeCom' },
  mp: { id: 'mp', name: '微信', englishName: 'WeChat' },
}

/** By provider and host. */
const weChatAnswers = new Map<string, Promise<boolean>>()

/**
 * Whether the unit has the provider of this WeChat or WeCom browser. The automatic redirect and the buttons share one call; after a failure, with
 * which it rejects, it is made again.
 */
export function hasWeChat(provider: 'qy' | 'mp', unitHost: string): Promise<boolean> {
  const key = `${provider} ${unitHost}`
  const asked = weChatAnswers.get(key)
  if (asked) return asked
  const answer = readWeChat(provider, unitHost)
  weChatAnswers.set(key, answer)
  answer.catch(() => weChatAnswers.delete(key))
  return answer
}

async function readWeChat(provider: 'qy' | 'mp', unitHost: string): Promise<boolean> {
  try {
    await call(provider === 'qy' ? weComInfo : weChatInfo, { unitHost })
    return true
  } catch (error) {
    if (error instanceof CallError && error.code === 'sso.provider_unknown') return false
    throw error
  }
}

/**
 * Whether this tab may still redirect to another site by itself; true only once, so that a site which sends users back without a sign-in causes no
 * loop. False without session storage.
 */
export function mayRedirectByItself(): boolean {
  const may = tryStorage(() => {
    if (sessionStorage.getItem(REDIRECTED)) return false
    sessionStorage.setItem(REDIRECTED, '1')
    return sessionStorage.getItem(REDIRECTED) !== null
  })
  return may ?? false
}

/**
 * Starts an external sign-in; resolves to the provider's entry address with what the sign-in needs. Rejects with CallError, or with TypeError for an
 * invalid address or another one than the provider's entry.
 */
export async function startExternalSignIn(
  signal: AbortSignal,
  provider: ExternalProvider,
  returnTo: string | undefined,
): Promise<string> {
  // With a longer address the sign-in leads to the desktop.
  const back = returnTo !== undefined && returnTo.length <= RETURN_TO_LENGTH ? { returnTo } : {}
  const { url } = await call(beginSocial, { provider: provider.id, ...back }, { signal })
  if (!isEntryOf(provider, url)) throw new TypeError('not the address of the provider')
  // Without session storage the server still has the return address.
  tryStorage(() => sessionStorage.setItem(STARTED, JSON.stringify({ provider, ...back } satisfies StartedSignIn)))
  return url
}

/** Whether an address is a web page, and the provider's entry with a query where it has one. */
function isEntryOf({ providerAppLoginUrl: entry }: ExternalProvider, address: string): boolean {
  return /^https?:\/\//.test(address) && (!entry || address.startsWith(`${entry}?`))
}

/** The external sign-in that this tab started last, or null. */
export function readStartedSignIn(): StartedSignIn | null {
  return tryStorage(() => startedSchema.parse(JSON.parse(sessionStorage.getItem(STARTED) ?? 'null')))
}
