import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { row } from '../row.ts'

/** A bundled application's entry script and style, as `{fileId}.js` and `{fileId}.css`. */
export const manifest = row({
  name: 'viewport.manifest',
  method: 'GET',
  path: '/{app}/manifest.json',
  encoding: 'query',
  access: 'public',
  bare: true,
  noIntercept: true,
  input: z.object({ app: text(64, 1) }),
  answer: z.record(z.string(), z.string()),
})
