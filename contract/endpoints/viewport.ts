import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

/** A bundled application's entry script and style, as `{fileId}.js` and `{fileId}.css`. */
export const manifest = endpoint({
  name: 'viewport.manifest',
  method: 'GET',
  path: '/{app}/manifest.json',
  encoding: 'query',
  access: 'public',
  rawResponse: true,
  noIntercept: true,
  request: z.object({ app: text(64, 1) }),
  response: z.record(z.string(), z.string()),
})
