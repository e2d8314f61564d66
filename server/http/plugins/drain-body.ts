import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is left of a refused body is read up to this many bytes; who sends more is cut off. */
const DRAIN_LIMIT = 16 * 1024 * 1024

/**
 * Lets the sender of a refused body hear why: reads the rest and forgets it. Closing the connection instead, while bytes still arrive, would
 * reset it, and most clients then never see the answer.
 *
 * Resolves when the body has ended, so that it is answered afterwards: browsers read no answer before they have sent all, and a proxy that hears one
 * earlier may stop passing the body on without telling its sender. Who means to send more than is read is answered at once.
 */
export async function drainBody({ raw, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return
  // The web server asks for closing when a body is too large; after draining there is no need.
  reply.removeHeader('connection')
  raw.unpipe()
  let left = DRAIN_LIMIT
  raw.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
  const isShort = Number(headers['content-length']) <= DRAIN_LIMIT
  // Who hung up hears nothing anyway.
  if (isShort) await finished(raw, { writable: false }).catch(() => {})
}
