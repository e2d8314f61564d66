import type { IncomingMessage } from 'node:http'
import { uploadChunk } from '../../../contract/endpoints/storage/storage.ts'

/** The fields stand before the file and are far shorter than this. */
const HEAD_MOST = 16 * 1024

/** How many bytes of the chunks of files came by, each time that they did. */
export interface ChunkCount {
  /** Returns who wants to hear each piece of a request's body as it comes. */
  open(request: IncomingMessage): (piece: Buffer) => void
  /** Bytes of all chunks beyond the first time that each of them came by whole. */
  sentTwice(): number
  /** So many different chunks came by, whole or in part. */
  readonly chunks: number
}

/** Counts nothing as yet. Chunks are told apart by their own MD5: the upload has another name while the file's is not known. */
export function createChunkCount(): ChunkCount {
  const seen = new Map<string, { size: number; bytes: number }>()
  return {
    open(request) {
      if (!isChunk(request)) return () => {}
      let head = Buffer.alloc(0)
      let chunk: { size: number; bytes: number } | undefined
      let left = 0
      return (piece) => {
        let came = piece.length
        if (!chunk) {
          head = Buffer.concat([head, piece])
          const known = readHead(head)
          if (!known) return
          chunk = seen.get(known.key) ?? { size: known.size, bytes: 0 }
          seen.set(known.key, chunk)
          left = known.size
          came = head.length - known.length
        }
        // What follows the file is the end of the form.
        chunk.bytes += Math.min(came, left)
        left -= Math.min(came, left)
      }
    },
    sentTwice: () => [...seen.values()].reduce((sum, { size, bytes }) => sum + Math.max(0, bytes - size), 0),
    get chunks() {
      return seen.size
    },
  }
}

/** Whether a request carries a chunk of a file. */
export function isChunk({ url = '' }: IncomingMessage): boolean {
  return new RegExp(`${uploadChunk.path}(\\?|$)`).test(url)
}

/** What the fields say, and how long they are; undefined until all are there. */
function readHead(head: Buffer): { key: string; size: number; length: number } | undefined {
  const text = head.subarray(0, HEAD_MOST).toString('latin1')
  const file = /name="file"[^]*?\r\n\r\n/.exec(text)
  if (!file) return undefined
  const field = (name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(text)?.[1] ?? ''
  return {
    key: field('chunkMd5'),
    size: Number(field('size')),
    length: file.index + file[0].length,
  }
}
