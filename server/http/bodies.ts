import { isAscii } from 'node:buffer'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import qs from 'qs'
import { BODY_LIMIT } from '../../contract/limits.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { endpoints } from '../../contract/table.ts'
import { readFormFields } from './read-form.ts'

/** Fields of one form; the widest endpoint has about a dozen. */
const FIELDS_MAX = 200
const STREAM_BUFFER = 256 * 1024
/** Commas and opening brackets in JSON: parsing takes by their number, and most by their depth (18 ms for 32,000). A user's order of icons has thousands. */
const STRUCTURE_MAX = { public: 2000, session: 20_000 } as const

const QUERY = { allowDots: true, depth: 5, parameterLimit: FIELDS_MAX, arrayLimit: 100 } as const

/** Parses a form body or a query string with dotted nested keys (`a.b=1`). Prototype keys are dropped, and breadth and depth are bounded. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, QUERY)
}

/** Registers parsers for cookies, JSON, dotted forms and streamed multipart bodies. What would take long to parse is refused before. */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(cookie)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const pieces = await app.dueBodies.collect(request)
    const most = STRUCTURE_MAX[request.callContext?.session ? 'session' : 'public']
    if (countBytes(pieces, ',[{', most) > most) throw new PortalError('request.invalid')
    const bytes = Buffer.concat(pieces)
    // Half the time, and most JSON is ASCII.
    const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString()
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (error, body) => (error ? reject(error) : resolve(body)))
    })
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) =>
    parseFormBody(await app.dueBodies.collect(request)),
  )
  await app.register(multipart, {
    // A wider buffer between socket and parser nearly doubles the throughput of large chunks.
    highWaterMark: STREAM_BUFFER,
    fileHwm: STREAM_BUFFER,
    limits: {
      files: 1,
      fields: FIELDS_MAX,
      parts: FIELDS_MAX + 1,
      fieldNameSize: 100,
      fieldSize: BODY_LIMIT,
      headerPairs: 20,
      // Endpoints limit the whole body by its stated length; this applies to bodies without one.
      fileSize: Math.max(
        ...endpoints
          .filter((endpoint) => endpoint.encoding === 'multipart')
          .map((endpoint) => endpoint.bodyLimit ?? BODY_LIMIT),
      ),
    },
  })
}

/** As `parseForm`; a large body is read in turns of the event loop. Throws 'request.invalid' for too many fields. */
export async function parseFormBody(pieces: readonly Buffer[]): Promise<Record<string, unknown>> {
  if (countBytes(pieces, '&', FIELDS_MAX) > FIELDS_MAX) throw new PortalError('request.invalid')
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length <= BODY_LIMIT) return parseForm(Buffer.concat(pieces).toString())
  const fields = new Map<string, string | string[]>()
  for (const [name, text] of await oneByOne(() => readFormFields(pieces, FIELDS_MAX))) {
    const earlier = fields.get(name)
    fields.set(name, earlier === undefined ? text : [earlier, text].flat())
  }
  // An object without a prototype: names of its properties come from the caller.
  return qs.parse(Object.assign(Object.create(null), Object.fromEntries(fields)), QUERY)
}

/** Of many at once each would take a part of every turn of the event loop. */
const oneByOne = pLimit(1)

/** How often the bytes of `characters` occur, as far as `most`. */
function countBytes(pieces: readonly Buffer[], characters: string, most: number): number {
  let count = 0
  for (const piece of pieces)
    for (const character of Buffer.from(characters))
      for (let at = piece.indexOf(character); at >= 0 && count <= most; at = piece.indexOf(character, at + 1))
        count += 1
  return count
}
