import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { BODY_LIMIT } from '../../contract/limits.ts'
import { endpoints } from '../../contract/table.ts'

/** Fields of one form; the widest endpoint has about a dozen. */
const FIELDS_MAX = 200
const STREAM_BUFFER = 256 * 1024

/** Parses a form body or a query string with dotted nested keys (`a.b=1`). Prototype keys are dropped, and breadth and depth are bounded. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { allowDots: true, depth: 5, parameterLimit: FIELDS_MAX, arrayLimit: 100 })
}

/** Registers parsers for cookies, dotted forms and streamed multipart bodies; the web server itself parses JSON. */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  await app.register(formbody, { parser: parseForm })
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
