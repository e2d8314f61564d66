import { PassThrough, pipeline, type Readable } from 'node:stream'
import type { S3Bucket, S3Range } from './s3-bucket.ts'
import { toS3Failure } from './s3-failure.ts'

/** How often in a row a broken connection is made again without a byte coming. */
const RESUMPTIONS = 3
/** What a slow reader keeps in memory. */
const READ_AHEAD = 256 * 1024

/**
 * Opens an object, or a part of it, for reading; undefined when it is not there. The reader sets the pace, and a connection that breaks is made
 * again from where it broke: a long download has pauses that storage does not wait for. The request ends when the reader goes away.
 */
export async function readObject(bucket: S3Bucket, key: string, range?: S3Range): Promise<Readable | undefined> {
  const first = await bucket.open(key, range && { range })
  if (!first) return undefined
  const start = range?.start ?? 0
  const end = start + first.size

  async function* pieces(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let at = start
    let failures = 0
    let body = first?.body
    for (;;) {
      try {
        body ??= (await bucket.open(key, { range: { start: at, end: end - 1 }, etag: first?.etag ?? '' }))?.body
        if (!body) throw new Error('the object changed while it was read')
        const reading = body
        signal.addEventListener('abort', () => reading.destroy(), { once: true })
        for await (const piece of reading as AsyncIterable<Uint8Array>) {
          at += piece.length
          failures = 0
          yield piece
        }
        if (at === end) return
        throw new Error('the object storage sent less than it said')
      } catch (error) {
        failures += 1
        if (signal.aborted || failures > RESUMPTIONS) throw toS3Failure(error)
        body = undefined
      }
    }
  }

  const through = new PassThrough({ highWaterMark: READ_AHEAD })
  const gone = new AbortController()
  through.once('close', () => gone.abort())
  // How it ended is the reader's to hear, from the stream itself.
  return pipeline(pieces(gone.signal), through, () => undefined)
}
