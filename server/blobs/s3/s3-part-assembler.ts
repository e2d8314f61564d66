import { PortalError } from '../../../contract/portal-error.ts'
import { releaseChunkBuffer, type ChunkBuffer } from '../chunk-buffers.ts'
import type { ByteSpan, Part } from './s3-uploads.ts'

/** How long a chunk waits for the others of its part, in milliseconds: while none of them is arriving, and while one is. */
export interface AssemblyTimeouts {
  readonly alone: number
  readonly arriving: number
}

/** A chunk, and how often it was sent by then. */
export interface SentChunk extends ByteSpan {
  readonly attempt: number
}

/** A chunk that was checked, and its bytes: the first `size` of the room. */
export interface HeldChunk extends SentChunk {
  readonly buffer: ChunkBuffer
}

/** Where chunks go from here. What resolves is durable. */
export interface PartSender<Upload> {
  sendPart(upload: Upload, part: Part, chunks: readonly HeldChunk[]): Promise<void>
  sendSingle(upload: Upload, chunk: HeldChunk): Promise<void>
  /** The part holds what was sent alone before. */
  removeSingle(upload: Upload, chunk: ByteSpan): Promise<void>
}

/** Gathers the chunks of parts in memory. */
export interface PartAssembler<Upload> {
  /** A chunk of the part begins to arrive. Returns what ends that, by failure or because `add` has it now; harmless twice. */
  expect(upload: Upload, part: Part): () => void
  /**
   * Takes a chunk with its room, and resolves when its bytes are durable: in a part with the others, or alone when those do not come. Then
   * the bytes stay in memory, so that the part can still be sent out of it, until others need the room.
   */
  add(upload: Upload, part: Part, chunk: HeldChunk): Promise<void>
  /** Gives one room back that only saves reading; false when there is none. */
  evictOldest(): boolean
  /** Lets go of an upload; chunks of it that still wait fail with 'server.unavailable'. */
  forget(upload: Upload): void
}

interface Held extends HeldChunk {
  state: 'waiting' | 'leaving' | 'durable'
  /** Set once it leaves alone: whether it arrived. */
  alone: Promise<boolean> | undefined
  /** Who still reads the room: this table, and each request that sends it. */
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

/** An empty gathering. Its memory is that of `chunk-memory.ts`, and no more. */
export function createPartAssembler<Upload extends object>(
  sender: PartSender<Upload>,
  timeouts: AssemblyTimeouts,
): PartAssembler<Upload> {
  const uploads = new Map<Upload, Map<number, PartTable<Upload>>>()
  /** Chunks that are durable and only save reading, the oldest first. */
  const evictable = new Map<Held, PartTable<Upload>>()

  function tableOf(upload: Upload, part: Part): PartTable<Upload> {
    const tables = uploads.get(upload) ?? new Map<number, PartTable<Upload>>()
    uploads.set(upload, tables)
    const table = tables.get(part.number) ?? {
      upload,
      part,
      chunks: new Map<number, Held>(),
      expected: 0,
      timer: undefined,
      waitsSince: 0,
    }
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

  /** Takes a chunk out of its table, whatever becomes of it; the table may be empty then. */
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
    // What is left over goes with the upload at the latest.
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
    expect(upload, part) {
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

    add(upload, part, chunk) {
      const table = tableOf(upload, part)
      // Sent again: what is here of it is old.
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

    evictOldest() {
      const [oldest] = evictable
      if (!oldest) return false
      const [held, table] = oldest
      drop(table, held)
      removeIfIdle(table)
      return true
    },

    forget(upload) {
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
