import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { isCallPath, pathOf } from './request-log.ts'

/** Bytes; a smaller answer fits into one packet anyway. */
const WORTH_IT = 1200
/** Fast enough for every response: 12 kB take less than a millisecond. */
const LEVEL = 4

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Compresses the JSON responses of calls. Files and pictures are compressed already, or requested in ranges. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT || !isCallPath(pathOf(request))) return payload
    if (reply.hasHeader('content-encoding') || !String(reply.getHeader('content-type')).includes('json')) return payload
    void reply.header('vary', 'accept-encoding')
    const accepted = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(accepted)) {
      void reply.header('content-encoding', 'br').removeHeader('content-length')
      return brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } })
    }
    if (/\bgzip\b/.test(accepted)) {
      void reply.header('content-encoding', 'gzip').removeHeader('content-length')
      return deflate(payload, { level: LEVEL })
    }
    return payload
  })
}
