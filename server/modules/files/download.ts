import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { ByteStore } from '../../blobs/byte-store.ts'
import { attachmentHeader } from '../../blobs/content-disposition.ts'
import { downloadTypeOf } from '../../blobs/content-kind.ts'
import type { ReadableFile } from './entries.ts'
import type { Tx } from '../../db/database.ts'

/** Sends the file that `find` gives, a range of it, or 304. The file is of the caller's unit unless it says another; `find` throws 'files.not_found' where the caller may not have it. */
export async function sendFound(
  bytes: ByteStore,
  find: (tx: Tx) => Promise<ReadableFile & { readonly unitId?: string }>,
  call: StreamCall,
): Promise<FastifyReply> {
  const { request, reply, session } = call
  const file = await call.inUnit(find)
  call.checked()
  if (isUnchanged(request.headers, file)) return setHeaders(reply, file).code(304).send()

  const wanted = chooseBytes(request.headers, file)
  if (wanted.kind === 'outside') {
    return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  }
  const range = wanted.kind === 'part' ? { start: wanted.start, end: wanted.end } : undefined
  // A HEAD request must not read the file.
  const content =
    request.method === 'HEAD'
      ? Readable.from([])
      : await bytes
          .openObject({ unitId: file.unitId ?? session.unitId, sha256: file.sha256 }, range)
          .catch((error: unknown) => {
            if (error instanceof PortalError && error.code === 'files.not_found')
              request.log.error({ sha256: file.sha256 }, 'the bytes of a file are not in the store')
            throw error
          })
  setHeaders(reply, file)
  if (!range) return reply.header('content-length', file.size).send(content)
  return reply
    .code(206)
    .headers({
      'content-length': range.end - range.start + 1,
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    })
    .send(content)
}

function setHeaders(reply: FastifyReply, file: ReadableFile): FastifyReply {
  return reply.headers({
    'accept-ranges': 'bytes',
    // Cached, but revalidated each time: the right to a file can end.
    'cache-control': 'private, no-cache',
    'content-disposition': attachmentHeader(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': downloadTypeOf(file.name),
    etag: etagOf(file),
    'last-modified': file.createdAt.toUTCString(),
    'x-content-type-options': 'nosniff',
  })
}

/** A conditional request (RFC 9110, section 13): the entity tag decides over the date. */
function isUnchanged(headers: IncomingHttpHeaders, file: ReadableFile): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etagOf(file))
  }
  const since = headers['if-modified-since']
  return since !== undefined && wholeSeconds(file) <= Date.parse(since)
}

/** A range counts only for the version that the caller has seen, if it names one. */
function chooseBytes(headers: IncomingHttpHeaders, file: ReadableFile): WantedBytes {
  const seen = headers['if-range']
  const same = seen === undefined || seen === etagOf(file) || Date.parse(String(seen)) === wholeSeconds(file)
  return same ? parseRange(headers.range, file.size) : { kind: 'whole' }
}

function etagOf({ sha256 }: ReadableFile): string {
  return `"${sha256}"`
}

/** HTTP dates know no fractions of a second. */
function wholeSeconds({ createdAt }: ReadableFile): number {
  return Math.floor(createdAt.getTime() / 1000) * 1000
}

/** The requested part of a file: all of it, one range (both ends included), or an unsatisfiable one. */
type WantedBytes =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'outside' }

const WHOLE: WantedBytes = { kind: 'whole' }

/**
 * Reads a Range header (RFC 9110, section 14). Malformed ones, other units and several ranges are answered with the whole file, as the standard
 * allows.
 */
export function parseRange(header: string | undefined, size: number): WantedBytes {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return WHOLE
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return { kind: 'outside' }
    return { kind: 'part', start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return WHOLE
  if (start >= size) return { kind: 'outside' }
  return { kind: 'part', start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
