import * as z from 'zod/mini'

export interface MicroAppTarget {
  /** The folder of its manifest. */
  readonly app: string
  /** Its entries in the manifest are `{fileId}.js` and `{fileId}.css`. */
  readonly fileId: string
}

/** Safe as one segment of a path. */
const segment = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const query = z.object({ app: segment, fileId: segment, id: z.nullable(z.string()), linkUrl: z.nullable(z.string()) })

/**
 * Reads the viewport's query parameters; null when they do not name a file of an application. `id` and `linkUrl` are read because callers send them,
 * but not used.
 */
export function readViewportQuery(search: string): MicroAppTarget | null {
  const parameters = new URLSearchParams(search)
  const parsed = query.safeParse({
    app: parameters.get('app'),
    fileId: parameters.get('fileId'),
    id: parameters.get('id'),
    linkUrl: parameters.get('linkUrl'),
  })
  return parsed.success ? { app: parsed.data.app, fileId: parsed.data.fileId } : null
}
