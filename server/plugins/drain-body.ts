import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is left of a refused body is read up to this many bytes; who sends more is cut off. */
const DRAIN_LIMIT = 16 * 1024 * 1024

/**
 * Lets the sender of a refused body hear why: reads the rest and forgets it. Closing the connection instead, while bytes still arrive, would
 * reset it, and most clients then never see the answer.
 */
export function drainBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded || raw.destroyed) return
  // The web server asks for closing when a body is too large; after draining there is no need.
  reply.removeHeader('connection')
  let left = DRAIN_LIMIT
  raw.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
