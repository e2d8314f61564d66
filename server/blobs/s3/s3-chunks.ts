import { type FileHandle, open, rm } from 'node:fs/promises'
import { PortalError } from '../../../contract/portal-error.ts'
import { createLane } from '../../runtime/concurrency-limiter.ts'
import type { ByteSource, ChunkPlace } from '../byte-store.ts'
import { fillRoom, giveBackChunkRoom, takeChunkRoom, type ChunkRoom } from '../chunk-buffers.ts'
import { HEAD_LENGTH } from '../content-kind.ts'
import type { HashThread } from '../hashing/hash-thread.ts'
import { writeAt } from '../local/durable-files.ts'
import type { S3Bucket } from './s3-client.ts'
import { createGathering, type Patience, type SentChunk } from './s3-chunk-groups.ts'
import { chunkKey, headKey, type ByteSpan, partAround, partNumbersOf, type S3Upload } from './s3-uploads.ts'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Chunks that found no memory wait on the disk until they are whole; so many of them are sent at once. */
const SPOOLED_AT_ONCE = 4

/** Takes in chunks. */
interface S3Chunks {
  /** Resolves when the chunk was checked and is in the bucket. Throws 'storage.chunk_size' and 'storage.chunk_mismatch'. */
  write(upload: S3Upload, chunk: ChunkPlace, source: ByteSource): Promise<void>
  /** Lets go of what is in memory for an upload. */
  forget(upload: S3Upload): void
}

/** Takes in the chunks for a bucket, and gathers them to parts with this patience. */
export function createS3Chunks(bucket: S3Bucket, hashes: HashThread, patience: Patience): S3Chunks {
  const lane = createLane(SPOOLED_AT_ONCE)
  const gathering = createGathering<S3Upload>(
    {
      async sendPart(upload, part, chunks) {
        if (!upload.multipart) throw new Error('an upload without bytes has no part')
        const bytes = Buffer.concat(chunks.map(({ room, size }) => room.subarray(0, size)))
        const etag = await bucket.putPart(upload.multipart, part.number, bytes)
        if (chunks.every((chunk) => isLatest(upload, chunk))) upload.made.set(part.number, etag)
      },
      sendAlone: (upload, chunk) => sendAlone(upload, chunk, chunk.room.subarray(0, chunk.size)),
      removeAlone: (upload, chunk) => bucket.remove(chunkKey(upload, chunk)),
    },
    patience,
  )

  async function sendAlone(upload: S3Upload, chunk: SentChunk, bytes: Uint8Array): Promise<void> {
    // A copy, because a request may be made again after the room is another chunk's.
    const etag = await bucket.put(chunkKey(upload, chunk), Buffer.from(bytes))
    if (isLatest(upload, chunk)) upload.alone.set(chunk.offset, etag)
  }

  async function putHead(upload: S3Upload, { offset }: ByteSpan, bytes: Uint8Array): Promise<void> {
    if (offset === 0) await bucket.put(headKey(upload), Buffer.from(bytes.subarray(0, HEAD_LENGTH)))
  }

  async function check(
    upload: S3Upload,
    { offset, claim }: ChunkPlace,
    bytes: Uint8Array<SharedArrayBuffer>,
  ): Promise<void> {
    const matches = await hashes.checkBytes(upload.hashName, offset, bytes, claim())
    if (!matches) throw new PortalError('storage.chunk_mismatch')
  }

  async function writeOutOf(
    room: ChunkRoom,
    upload: S3Upload,
    sent: SentChunk,
    chunk: ChunkPlace,
    source: ByteSource,
  ): Promise<void> {
    const bytes = room.subarray(0, chunk.size)
    const part = partAround(upload.size, chunk)
    const arrived = part && gathering.expect(upload, part)
    let owned = true
    try {
      if ((await fillRoom(room, chunk.size, source)) !== chunk.size) throw new PortalError('storage.chunk_size')
      await check(upload, chunk, bytes)
      const durable = part ? gathering.add(upload, part, { ...sent, room }) : sendAlone(upload, sent, bytes)
      owned = part === undefined
      arrived?.()
      await Promise.all([putHead(upload, chunk, bytes), durable])
    } finally {
      arrived?.()
      if (owned) giveBackChunkRoom(room)
    }
  }

  /** For a sender of whom there are many, who may be slow: the disk has room for all, and memory is needed only once the chunk is whole. */
  async function writeSpooled(
    spool: FileHandle,
    upload: S3Upload,
    sent: SentChunk,
    chunk: ChunkPlace,
    source: ByteSource,
  ): Promise<void> {
    if ((await writeAt(spool, 0, chunk.size, source)) !== chunk.size) throw new PortalError('storage.chunk_size')
    await lane(async () => {
      const bytes = await readSpool(spool, new Uint8Array(new SharedArrayBuffer(chunk.size)))
      await check(upload, chunk, bytes)
      await Promise.all([putHead(upload, chunk, bytes), sendAlone(upload, sent, bytes)])
    })
  }

  function takeRoom(size: number): ChunkRoom | undefined {
    return takeChunkRoom(size) ?? (gathering.spare() ? takeChunkRoom(size) : undefined)
  }

  return {
    async write(upload, chunk, source) {
      const sent = startSending(upload, chunk)
      hashes.startRange(upload.hashName, chunk.offset)
      const room = takeRoom(chunk.size)
      if (room) return writeOutOf(room, upload, sent, chunk, source)
      const spool = await openSpool()
      try {
        await writeSpooled(spool, upload, sent, chunk, source)
      } finally {
        await spool.close()
      }
    },
    forget: (upload) => gathering.forget(upload),
  }
}

/** From now on, what was made of these bytes before says nothing about those that were digested. */
function startSending(upload: S3Upload, { offset, size }: ByteSpan): SentChunk {
  const sending = (upload.sendings.get(offset) ?? 0) + 1
  upload.sendings.set(offset, sending)
  upload.alone.delete(offset)
  for (const number of partNumbersOf(upload.size, { offset, size })) upload.made.delete(number)
  return { offset, size, sending }
}

function isLatest(upload: S3Upload, { offset, sending }: SentChunk): boolean {
  return upload.sendings.get(offset) === sending
}

/** Opens a file for a moment: it has no name any more, and is gone when it is closed or the process ends. */
export async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), `school-portal-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}

/** The first `size` bytes of a spool, into memory of the caller's. */
export async function readSpool<Memory extends Uint8Array>(file: FileHandle, memory: Memory): Promise<Memory> {
  for (let done = 0; done < memory.length;) {
    const { bytesRead } = await file.read(memory, done, memory.length - done, done)
    if (bytesRead === 0) throw new Error('the spool ended early')
    done += bytesRead
  }
  return memory
}
