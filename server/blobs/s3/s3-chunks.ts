import { type FileHandle, open, rm } from 'node:fs/promises'
import pLimit from 'p-limit'
import { PortalError } from '../../../contract/portal-error.ts'
import { receive, type ByteSource, type ChunkRange } from '../byte-store.ts'
import { releaseChunkBuffer, takeChunkBuffer, type ChunkBuffer } from './chunk-buffers.ts'
import { HEAD_LENGTH } from '../content-kind.ts'
import type { HashThread } from '../hashing/hash-thread.ts'
import { withFile } from '../../runtime/data-folder.ts'
import { writeAt } from '../local/durable-files.ts'
import type { S3Bucket } from './s3-client.ts'
import { createPartAssembler, type AssemblyTimeouts, type SentChunk } from './s3-part-assembler.ts'
import { chunkKey, headKey, type ByteSpan, partAround, partNumbersOf, type S3Upload } from './s3-uploads.ts'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Chunks without a buffer are spooled to disk until they are whole; so many of them are sent at once. */
const SPOOLED_AT_ONCE = 4

export function createS3Chunks(bucket: S3Bucket, hashes: HashThread, timeouts: AssemblyTimeouts) {
  const limit = pLimit(SPOOLED_AT_ONCE)
  const assembler = createPartAssembler<S3Upload>(
    {
      async sendPart(upload, part, chunks) {
        if (!upload.multipart) throw new Error('an upload without bytes has no part')
        const bytes = Buffer.concat(chunks.map(({ buffer, size }) => buffer.subarray(0, size)))
        const etag = await bucket.putPart(upload.multipart, part.number, bytes)
        if (chunks.every((chunk) => isLatestAttempt(upload, chunk))) upload.partEtags.set(part.number, etag)
      },
      sendSingle: (upload, chunk) => sendSingle(upload, chunk, chunk.buffer.subarray(0, chunk.size)),
      removeSingle: (upload, chunk) => bucket.remove(chunkKey(upload, chunk)),
    },
    timeouts,
  )

  async function sendSingle(upload: S3Upload, chunk: SentChunk, bytes: Uint8Array): Promise<void> {
    // A copy: the client may retry after the buffer was reused.
    const etag = await bucket.put(chunkKey(upload, chunk), Buffer.from(bytes))
    if (isLatestAttempt(upload, chunk)) upload.chunkEtags.set(chunk.offset, etag)
  }

  async function putHead(upload: S3Upload, { offset }: ByteSpan, bytes: Uint8Array): Promise<void> {
    if (offset === 0) await bucket.put(headKey(upload), Buffer.from(bytes.subarray(0, HEAD_LENGTH)))
  }

  async function check(upload: S3Upload, chunk: ChunkRange, bytes: Uint8Array<SharedArrayBuffer>): Promise<void> {
    const matches = await hashes.ask('check', upload.hashName, chunk.offset, bytes.length, chunk.md5(), bytes)
    if (!matches) throw new PortalError('storage.chunk_mismatch')
  }

  async function writeFromBuffer(
    buffer: ChunkBuffer,
    upload: S3Upload,
    sent: SentChunk,
    chunk: ChunkRange,
    source: ByteSource,
  ): Promise<void> {
    const bytes = buffer.subarray(0, chunk.size)
    const part = partAround(upload.size, chunk)
    const arrived = part && assembler.expect(upload, part)
    let owned = true
    try {
      const received = await receive(source, chunk.size, (piece, offset) => {
        buffer.set(piece, offset)
        return undefined
      })
      if (received !== chunk.size) throw new PortalError('storage.chunk_size')
      await check(upload, chunk, bytes)
      const durable = part ? assembler.add(upload, part, { ...sent, buffer }) : sendSingle(upload, sent, bytes)
      owned = part === undefined
      arrived?.()
      await Promise.all([putHead(upload, chunk, bytes), durable])
    } finally {
      arrived?.()
      if (owned) releaseChunkBuffer(buffer)
    }
  }

  /** As `writeFromBuffer`, when all buffers are in use: a slow sender needs memory only once its chunk is complete. */
  function writeSpooled(upload: S3Upload, sent: SentChunk, chunk: ChunkRange, source: ByteSource): Promise<void> {
    return withFile(openSpool(), async (spool) => {
      if ((await writeAt(spool, 0, chunk.size, source)) !== chunk.size) throw new PortalError('storage.chunk_size')
      await limit(async () => {
        const bytes = await readSpool(spool, new Uint8Array(new SharedArrayBuffer(chunk.size)))
        await check(upload, chunk, bytes)
        await Promise.all([putHead(upload, chunk, bytes), sendSingle(upload, sent, bytes)])
      })
    })
  }

  function takeBuffer(size: number): ChunkBuffer | undefined {
    return takeChunkBuffer(size) ?? (assembler.evictOldest() ? takeChunkBuffer(size) : undefined)
  }

  return {
    /** Resolves when the chunk was checked and is in the bucket. Throws 'storage.chunk_size' and 'storage.chunk_mismatch'. */
    async write(upload: S3Upload, chunk: ChunkRange, source: ByteSource): Promise<void> {
      const sent = beginAttempt(upload, chunk)
      hashes.tell('rewrite', upload.hashName, chunk.offset)
      const buffer = takeBuffer(chunk.size)
      await (buffer ? writeFromBuffer(buffer, upload, sent, chunk, source) : writeSpooled(upload, sent, chunk, source))
    },
    forget: (upload: S3Upload) => assembler.forget(upload),
  }
}

/** Invalidates the ETags of these bytes: what was sent before may differ from what will be digested. */
function beginAttempt(upload: S3Upload, { offset, size }: ByteSpan): SentChunk {
  const attempt = (upload.attempts.get(offset) ?? 0) + 1
  upload.attempts.set(offset, attempt)
  upload.chunkEtags.delete(offset)
  for (const number of partNumbersOf(upload.size, { offset, size })) upload.partEtags.delete(number)
  return { offset, size, attempt }
}

function isLatestAttempt(upload: S3Upload, { offset, attempt }: SentChunk): boolean {
  return upload.attempts.get(offset) === attempt
}

/** Opens a temporary file without a name, which disappears when it is closed or the process ends. */
export async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), `school-portal-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}

/** Fills the memory with the first bytes of a spool. */
export async function readSpool<Memory extends Uint8Array>(file: FileHandle, memory: Memory): Promise<Memory> {
  for (let done = 0; done < memory.length;) {
    const { bytesRead } = await file.read(memory, done, memory.length - done, done)
    if (bytesRead === 0) throw new Error('the spool ended early')
    done += bytesRead
  }
  return memory
}
