import * as z from 'zod/mini'
import { text } from '../../fields.ts'
import { get } from '../../endpoint.ts'

/** A bundled application's entry script and style, as `{fileId}.js` and `{fileId}.css`. */
export const manifest = get({
  name: 'viewport.manifest',
  path: '/{app}/manifest.json',
  access: 'public',
  rawResponse: true,
  noIntercept: true,
  request: z.object({ app: text(64, 1) }),
  response: z.record(z.string(), z.string()),
})
