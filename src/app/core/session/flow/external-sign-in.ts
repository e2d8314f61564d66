import * as z from 'zod/mini'
import { beginSocial } from '../../../../../contract/endpoints/sso.ts'
import { call } from '../../api/call.ts'

/** Of this tab, for as long as it is open: WeChat was gone to without anybody asking. */
const REDIRECTED = 'wentElsewhere'
/** Of this tab: the sign-in elsewhere that was begun last. */
const STARTED = 'begunElsewhere'
/** What the row takes; whoever wants to be at a longer address finds the desktop. */
const LONGEST = 2048

const named = z.object({ name: z.string(), englishName: z.string() })
const startedSchema = z.object({ provider: named, returnTo: z.optional(z.string()) })
/** What is begun elsewhere: with which provider, and the page that is wanted afterwards. It says nothing of the person. */
export type StartedSignIn = z.infer<typeof startedSchema>
/** A provider as it is begun with and named. */
export type ExternalProvider = z.infer<typeof named> & { readonly id: string }

/** The address to go to, or why there is none. */
export type ExternalStart = { ok: true; address: string } | { ok: false; text: string }

/** WeCom and WeChat, which every school calls the same. */
export const WECHAT: Readonly<Record<'qy' | 'mp', ExternalProvider>> = {
  qy: { id: 'qy', name: '企业微信', englishName: 'WeCom' },
  mp: { id: 'mp', name: '微信', englishName: 'WeChat' },
}

/**
 * Whether this visit may still go to another site by itself; tells it once, so that a site which sends everybody back unsigned is not gone to in
 * a loop. Where the browser keeps nothing it may not.
 */
export function mayRedirectByItself(): boolean {
  try {
    if (sessionStorage.getItem(REDIRECTED)) return false
    sessionStorage.setItem(REDIRECTED, '1')
    return sessionStorage.getItem(REDIRECTED) !== null
  } catch {
    return false
  }
}

/** Begins a sign-in with an account elsewhere; resolves to the address to go to. Rejects with CallError, or with TypeError when that address is no web page. */
export async function startExternalSignIn(
  signal: AbortSignal,
  provider: ExternalProvider,
  returnTo: string | undefined,
): Promise<string> {
  const back = returnTo !== undefined && returnTo.length <= LONGEST ? { returnTo } : {}
  const { url } = await call(beginSocial, { provider: provider.id, ...back }, { signal })
  if (!/^https?:\/\//.test(url)) throw new TypeError('not the address of a web page')
  try {
    sessionStorage.setItem(STARTED, JSON.stringify({ provider, ...back } satisfies StartedSignIn))
  } catch {
    // Where nothing may be kept the server still knows the way back.
  }
  return url
}

/** The sign-in elsewhere that this tab began last, or null. */
export function readStartedSignIn(): StartedSignIn | null {
  try {
    const parsed = startedSchema.safeParse(JSON.parse(sessionStorage.getItem(STARTED) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
