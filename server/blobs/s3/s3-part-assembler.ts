import { PortalError } from '../../../contract/portal-error.ts'
import { releaseChunkBuffer, type ChunkBuffer } from './chunk-buffers.ts'
import type { ByteSpan, Part } from './s3-uploads.ts'

/** Milliseconds that a chunk waits for the others of its part: while none of them is arriving (`alone`), and while one is (`arriving`). */
export interface AssemblyTimeouts {
  readonly alone: number
  readonly arriving: number
}

/** `attempt` is the number of times that the chunk was sent so far. */
export interface SentChunk extends ByteSpan {
  readonly attempt: number
}

/** A checked chunk: the first `size` bytes of the buffer. */
interface HeldChunk extends SentChunk {
  readonly buffer: ChunkBuffer
}

/** Sends to the bucket; resolves when the bytes are durable. */
interface PartSender<Upload> {
  sendPart(upload: Upload, part: Part, chunks: readonly HeldChunk[]): Promise<void>
  sendSingle(upload: Upload, chunk: HeldChunk): Promise<void>
  /** Removes a single chunk that is now contained in its part. */
  removeSingle(upload: Upload, chunk: ByteSpan): Promise<void>
}

interface Held extends HeldChunk {
  state: 'waiting' | 'leaving' | 'durable'
  /** Set once it is sent singly: whether that succeeded. */
  alone: Promise<boolean> | undefined
  /** Users of the buffer: this table, and each request that sends it. */
  readers: number
  readonly settle: (failure?: unknown) => void
}

interface PartTable<Upload> {
  readonly upload: Upload
  readonly part: Part
  readonly chunks: Map<number, Held>
  expected: number
  timer: NodeJS.Timeout | undefined
  waitsSince: number
}

const IDLE = { expected: 0, timer: undefined, waitsSince: 0 }

/** Joins chunks to parts in memory: single objects that are read back and joined take 1.36 times as long (docs/develop/performance.md). */
export function createPartAssembler<Upload extends object>(sender: PartSender<Upload>, timeouts: AssemblyTimeouts) {
  const uploads = new Map<Upload, Map<number, PartTable<Upload>>>()
  /** Durable chunks that are kept to save reading them back, the oldest first. */
  const evictable = new Map<Held, PartTable<Upload>>()

  function tableOf(upload: Upload, part: Part): PartTable<Upload> {
    const tables = uploads.get(upload) ?? new Map<number, PartTable<Upload>>()
    uploads.set(upload, tables)
    const table: PartTable<Upload> = tables.get(part.number) ?? { upload, part, chunks: new Map(), ...IDLE }
    tables.set(part.number, table)
    return table
  }

  function removeTable(table: PartTable<Upload>): void {
    clearTimeout(table.timer)
    table.timer = undefined
    const tables = uploads.get(table.upload)
    if (tables?.get(table.part.number) === table) tables.delete(table.part.number)
    if (tables?.size === 0) uploads.delete(table.upload)
  }

  function removeIfIdle(table: PartTable<Upload>): void {
    if (table.chunks.size === 0 && table.expected === 0) removeTable(table)
  }

  function drop(table: PartTable<Upload>, held: Held): void {
    table.chunks.delete(held.offset)
    evictable.delete(held)
    if (held.state === 'waiting') held.settle(new PortalError('server.unavailable'))
    releaseReader(held)
  }

  function sendChunk(table: PartTable<Upload>, held: Held): void {
    held.state = 'leaving'
    held.readers += 1
    held.alone = sender
      .sendSingle(table.upload, held)
      .then(
        () => {
          held.state = 'durable'
          if (table.chunks.get(held.offset) === held) evictable.set(held, table)
          held.settle()
          return true
        },
        (error: unknown) => {
          held.settle(error)
          if (table.chunks.get(held.offset) === held) drop(table, held)
          removeIfIdle(table)
          return false
        },
      )
      .finally(() => releaseReader(held))
  }

  async function sendWholePart(table: PartTable<Upload>): Promise<void> {
    const chunks = inOrder(table)
    table.chunks.clear()
    for (const held of chunks) evictable.delete(held)
    removeTable(table)
    try {
      await sender.sendPart(table.upload, table.part, chunks)
      for (const held of chunks) held.settle()
      for (const held of chunks) if (held.alone) void removeOnceSent(table.upload, held, held.alone)
    } catch (error) {
      for (const held of chunks) if (held.state === 'waiting') held.settle(error)
    } finally {
      for (const held of chunks) releaseReader(held)
    }
  }

  async function removeOnceSent(upload: Upload, held: Held, alone: Promise<boolean>): Promise<void> {
    // Chunks that a failure leaves are removed with the upload.
    if (await alone) await sender.removeSingle(upload, held).catch(() => undefined)
  }

  function wait(table: PartTable<Upload>): void {
    if (table.timer) return
    table.waitsSince = performance.now()
    const check = () => {
      const keepsWaiting = table.expected > 0 && performance.now() - table.waitsSince < timeouts.arriving
      table.timer = keepsWaiting ? setTimeout(check, timeouts.alone) : undefined
      if (keepsWaiting) return
      for (const held of table.chunks.values()) if (held.state === 'waiting') sendChunk(table, held)
    }
    table.timer = setTimeout(check, timeouts.alone)
  }

  return {
    /** A chunk of the part begins to arrive. The returned function ends that, on failure or after `add`; idempotent. */
    expect(upload: Upload, part: Part): () => void {
      const table = tableOf(upload, part)
      table.expected += 1
      let over = false
      return () => {
        if (over) return
        over = true
        table.expected -= 1
        removeIfIdle(table)
      }
    },

    /**
     * Takes a chunk with its buffer, and resolves when its bytes are durable: in a part with the others, or singly when those do not come. A
     * buffer that was sent singly is kept until it is evicted, so that the part can still be sent from memory.
     */
    add(upload: Upload, part: Part, chunk: HeldChunk): Promise<void> {
      const table = tableOf(upload, part)
      const old = table.chunks.get(chunk.offset)
      if (old) drop(table, old)
      const durable = new Promise<void>((resolve, reject) => {
        const settle = (failure?: unknown) => (failure === undefined ? resolve() : reject(failure))
        table.chunks.set(chunk.offset, { ...chunk, state: 'waiting', alone: undefined, readers: 1, settle })
      })
      if (isWhole(table)) void sendWholePart(table)
      else wait(table)
      return durable
    },

    /** Releases the oldest buffer whose bytes are durable; false when there is none. */
    evictOldest(): boolean {
      const [oldest] = evictable
      if (!oldest) return false
      const [held, table] = oldest
      drop(table, held)
      removeIfIdle(table)
      return true
    },

    /** Drops an upload; its waiting chunks fail with 'server.unavailable'. */
    forget(upload: Upload): void {
      for (const table of uploads.get(upload)?.values() ?? []) {
        for (const held of table.chunks.values()) drop(table, held)
        removeTable(table)
      }
    },
  }
}

function releaseReader(held: Held): void {
  held.readers -= 1
  if (held.readers === 0) releaseChunkBuffer(held.buffer)
}

function inOrder<Upload>({ chunks }: PartTable<Upload>): Held[] {
  return [...chunks.values()].sort((a, b) => a.offset - b.offset)
}

/** Whether the chunks fill the part without a gap. */
function isWhole<Upload>(table: PartTable<Upload>): boolean {
  let position = table.part.offset
  for (const { offset, size } of inOrder(table)) {
    if (offset !== position) return false
    position += size
  }
  return position === table.part.offset + table.part.size
}
