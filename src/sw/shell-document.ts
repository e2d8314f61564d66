import { DOCUMENT_PATH } from '../../contract/service-worker.ts'

/** Milliseconds. The unit's data in the document (name, footer, colour) can change. */
const FRESH_FOR = 24 * 60 * 60 * 1000

const ASSET_REFERENCE = /(?:src|href)="(\/assets\/[^"?#]+)/g

/** The paths of built files in a document. */
export function findReferencedAssets(html: string): string[] {
  return Array.from(html.matchAll(ASSET_REFERENCE), (match) => match[1] ?? '')
}

/** Whether a response is the document of this version: one of another build would request files that are not cached, and stay empty offline. */
export async function isOwnDocument(response: Response, precached: ReadonlySet<string>): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  if (!response.headers.get('content-type')?.startsWith('text/html')) return false
  const references = findReferencedAssets(await response.clone().text())
  return references.length > 0 && references.every((path) => precached.has(path))
}

/** A document without a date is stale. */
export function isStale(kept: Response, now: number): boolean {
  const date = Date.parse(kept.headers.get('date') ?? '')
  return !(now - date < FRESH_FOR)
}

/** Without cookies, so that no data of a session gets into the document that all users of this device share. */
export function documentRequest(): Request {
  return new Request(DOCUMENT_PATH, { credentials: 'omit', cache: 'no-cache', redirect: 'error' })
}
