import { pageOf } from '../../../../contract/pages.ts'
import { reloadUnlessUploading } from '../../core/state/uploading.ts'

/** A message's target: another window, a page of the portal, another address of the portal, or none. */
export type MessageTarget =
  | { kind: 'window'; url: string }
  | { kind: 'page'; path: string }
  | { kind: 'address'; path: string }
  | { kind: 'none' }

/** Reads a message's address. Absolute ones open in a new window, relative ones here; scripts and addresses that only resemble ours lead nowhere. */
export function targetOf(url: string | null, origin: string): MessageTarget {
  if (url === null || !URL.canParse(url, origin)) return { kind: 'none' }
  const target = new URL(url, origin)
  if (!/^https?:$/.test(target.protocol)) return { kind: 'none' }
  if (/^https?:/i.test(url)) return { kind: 'window', url: target.href }
  if (target.origin !== origin) return { kind: 'none' }
  const path = target.pathname + target.search + target.hash
  return { kind: pageOf(target.pathname) ? 'page' : 'address', path }
}

/** Milliseconds for another window to open before the page reloads. */
const RELOAD_AFTER = 1000

/** Reloads the page once a message's window has had time to open. */
export function reloadSoon(): void {
  setTimeout(reloadUnlessUploading, RELOAD_AFTER)
}
