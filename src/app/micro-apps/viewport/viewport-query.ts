import * as z from 'zod/mini'

export interface MicroAppTarget {
  /** The folder of its manifest. */
  readonly app: string
  /** Its entries in the manifest are `{fileId}.js` and `{fileId}.css`. */
  readonly fileId: string
}

/** Safe as one segment of a path. */
const segment = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const query = z.object({ app: segment, fileId: segment })

/** Reads the viewport's query parameters; null when they do not name a file of an application. Callers send `id` and `linkUrl` too, of which nothing is made. */
export function readViewportQuery(search: string): MicroAppTarget | null {
  const parameters = new URLSearchParams(search)
  return query.safeParse({ app: parameters.get('app'), fileId: parameters.get('fileId') }).data ?? null
}
