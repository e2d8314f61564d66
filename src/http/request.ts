import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { encodeForm } from './form-encoding.ts'

/**
 * Puts the input of a call into path segments, query string or body, as its endpoint says. Returns the address with its query, and the body with its
 * type. `now` bypasses caches for GETs that must not be cached.
 */
export function buildRequest(endpoint: AnyEndpoint, input: Record<string, unknown>, now: number) {
  const rest = { ...input }
  // A name may occur in the path more than once.
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  if (endpoint.method === 'GET') {
    const query = encodeForm(rest)
    if (!endpoint.cache) query.append('_', String(now))
    const text = query.toString()
    return { url: text ? `${path}?${text}` : path, body: undefined, contentType: undefined }
  }
  switch (endpoint.encoding) {
    case 'json':
      return { url: path, body: JSON.stringify(rest), contentType: 'application/json' }
    case 'multipart': {
      const form = new FormData()
      // Text first: the server streams the file and needs the text fields before it.
      for (const [name, text] of encodeForm(rest)) form.append(name, text)
      for (const [name, value] of Object.entries(rest)) if (value instanceof Blob) form.append(name, value)
      return { url: path, body: form, contentType: undefined }
    }
    default:
      return {
        url: path,
        body: encodeForm(rest).toString(),
        contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
      }
  }
}
