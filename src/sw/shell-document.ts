import { DOCUMENT_PATH } from '../../contract/service-worker.ts'

/** After this many milliseconds the kept document may be fetched anew: what it carries of the unit (name, footer, colour) can change. */
const FRESH_FOR = 24 * 60 * 60 * 1000

const ASSET_REFERENCE = /(?:src|href)="(\/assets\/[^"?#]+)/g

/** The built files that a document asks for, as paths. */
export function findReferencedAssets(html: string): string[] {
  return Array.from(html.matchAll(ASSET_REFERENCE), (match) => match[1] ?? '')
}

/**
 * Whether an answer can stand for the document in this version of the service worker: the document itself, and made by the same build, because
 * a document that asks for files of another build would open to nothing without a network.
 */
export async function isOwnDocument(response: Response, precached: ReadonlySet<string>): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  if (!response.headers.get('content-type')?.startsWith('text/html')) return false
  const references = findReferencedAssets(await response.clone().text())
  return references.length > 0 && references.every((path) => precached.has(path))
}

/** Whether a kept document is old enough to be fetched anew. One without a date is. */
export function isStale(kept: Response, now: number): boolean {
  const date = Date.parse(kept.headers.get('date') ?? '')
  return !(now - date < FRESH_FOR)
}

/** The request for the document: without cookies, so that nobody's session can leave a trace in what everybody on this device gets. */
export function documentRequest(): Request {
  return new Request(DOCUMENT_PATH, { credentials: 'omit', cache: 'no-cache', redirect: 'error' })
}
