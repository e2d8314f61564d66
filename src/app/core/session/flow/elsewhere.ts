import * as z from 'zod/mini'
import { beginSocial } from '../../../../../contract/endpoints/sso.ts'
import { call } from '../../api/call.ts'

/** Of this tab, for as long as it is open: WeChat was gone to without anybody asking. */
const WENT = 'wentElsewhere'
/** Of this tab: the sign-in elsewhere that was begun last. */
const BEGUN = 'begunElsewhere'
/** What the row takes; whoever wants to be at a longer address finds the desktop. */
const LONGEST = 2048

const named = z.object({ name: z.string(), englishName: z.string() })
const begun = z.object({ provider: named, returnTo: z.optional(z.string()) })
/** What is begun elsewhere: with which provider, and the page that is wanted afterwards. It says nothing of the person. */
export type Begun = z.infer<typeof begun>
/** A provider as it is begun with and named. */
export type Elsewhere = z.infer<typeof named> & { readonly id: string }

/** The address to go to, or why there is none. */
export type Beginning = { ok: true; address: string } | { ok: false; text: string }

/** WeCom and WeChat, which every school calls the same. */
export const WECHAT: Readonly<Record<'qy' | 'mp', Elsewhere>> = {
  qy: { id: 'qy', name: '企业微信', englishName: 'WeCom' },
  mp: { id: 'mp', name: '微信', englishName: 'WeChat' },
}

/**
 * Whether this visit may still go to another site by itself; tells it once, so that a site which sends everybody back unsigned is not gone to in
 * a loop. Where the browser keeps nothing it may not.
 */
export function mayGoElsewhereByItself(): boolean {
  try {
    if (sessionStorage.getItem(WENT)) return false
    sessionStorage.setItem(WENT, '1')
    return sessionStorage.getItem(WENT) !== null
  } catch {
    return false
  }
}

/** Begins a sign-in with an account elsewhere; resolves to the address to go to. Rejects with CallError, or with TypeError when that address is no web page. */
export async function beginElsewhere(
  signal: AbortSignal,
  provider: Elsewhere,
  returnTo: string | undefined,
): Promise<string> {
  const back = returnTo !== undefined && returnTo.length <= LONGEST ? { returnTo } : {}
  const { url } = await call(beginSocial, { provider: provider.id, ...back }, { signal })
  if (!/^https?:\/\//.test(url)) throw new TypeError('not the address of a web page')
  try {
    sessionStorage.setItem(BEGUN, JSON.stringify({ provider, ...back } satisfies Begun))
  } catch {
    // Where nothing may be kept the server still knows the way back.
  }
  return url
}

/** The sign-in elsewhere that this tab began last, or null. */
export function readBegun(): Begun | null {
  try {
    const parsed = begun.safeParse(JSON.parse(sessionStorage.getItem(BEGUN) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
