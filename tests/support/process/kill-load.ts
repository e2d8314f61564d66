import { createHash } from 'node:crypto'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import { mergeFile, uploadChunk } from '../../../contract/endpoints/storage/storage.ts'
import { CHUNK_SIZE, DEFAULT_SERVER_ID } from '../../../contract/limits.ts'
import type { PortalCaller } from '../callers/portal-caller.ts'
import { randomContent } from '../samples/random-content.ts'

const SENDERS = 3
/** Five whole chunks and a short one: small enough that merges happen between kills. */
const FILE_BYTES = 5 * CHUNK_SIZE + 12_345

/** A file on its way, and what the portal has acknowledged of it. */
export interface LoadFile {
  readonly name: string
  readonly md5: string
  readonly bytes: Buffer
  readonly acknowledged: Set<number>
  /** The merge has been asked for, so that it may have happened without an answer. */
  merging: boolean
  /** The id that the merge's answer gave. */
  storedAs: string | undefined
}

/** Everything that was acknowledged in one life of the server. */
export interface Load {
  readonly parent: { readonly id: string; readonly name: string }
  readonly folders: Set<string>
  readonly files: LoadFile[]
}

export function chunkCount(file: LoadFile): number {
  return Math.ceil(file.bytes.length / CHUNK_SIZE)
}

/**
 * Creates folders and uploads file after file, three chunks at a time, until the server dies; writes down what was acknowledged as the answers
 * arrive. Resolves when every call has ended; rejects when the server refused something while alive.
 */
export async function loadUntilDeath(caller: PortalCaller, load: Load, isDead: () => boolean): Promise<void> {
  const until = async (work: () => Promise<void>): Promise<void> => {
    try {
      while (!isDead()) await work()
    } catch (error) {
      if (!isDead()) throw error
    }
  }
  let folderNumber = 0
  await Promise.all([
    until(async () => {
      folderNumber += 1
      const name = `${load.parent.name} / 第${folderNumber}个`.replaceAll('/', '·')
      await caller.call(createFolder, { name, parentId: load.parent.id })
      load.folders.add(name)
    }),
    until(async () => {
      const file = newFile(`${load.parent.name}-${load.files.length + 1}.bin`, FILE_BYTES)
      load.files.push(file)
      await sendMissing(caller, file, new Set())
      file.merging = true
      file.storedAs = await merge(caller, file)
    }),
  ])
}

/** Sends every chunk that is not `present`, a few at a time. */
export async function sendMissing(caller: PortalCaller, file: LoadFile, present: ReadonlySet<number>): Promise<void> {
  const queue = Array.from({ length: chunkCount(file) }, (_, at) => at + 1).filter((chunk) => !present.has(chunk))
  const send = async (): Promise<void> => {
    for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) await sendChunk(caller, file, chunk)
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
}

/** Merges the file and returns the id under which it is kept. */
export async function merge(caller: PortalCaller, file: LoadFile): Promise<string> {
  const { name, md5, bytes } = file
  const answer = await caller.call(mergeFile, {
    name,
    md5,
    size: bytes.length,
    chunks: chunkCount(file),
    serverid: DEFAULT_SERVER_ID,
  })
  return answer.id
}

async function sendChunk(caller: PortalCaller, file: LoadFile, chunk: number): Promise<void> {
  const part = file.bytes.subarray((chunk - 1) * CHUNK_SIZE, chunk * CHUNK_SIZE)
  const fields = {
    chunked: 'true',
    chunk,
    chunks: chunkCount(file),
    eachSize: CHUNK_SIZE,
    md5: file.md5,
    fileName: file.name,
    name: file.name,
    fullSize: file.bytes.length,
    uid: file.md5,
    size: part.length,
    chunkMd5: md5Of(part),
  }
  await caller.call(uploadChunk, fields, new Blob([new Uint8Array(part)]))
  file.acknowledged.add(chunk)
}

/** A file of random bytes that the portal does not have. */
export function newFile(name: string, size: number): LoadFile {
  const bytes = randomContent(size)
  return { name, md5: md5Of(bytes), bytes, acknowledged: new Set(), merging: false, storedAs: undefined }
}

function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}
