import * as z from 'zod/mini'
import { storedFile, type StoredFile, type BatchResult } from '../../../contract/endpoints/storage/storage.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { hashChunks } from '../../../src/workers/hash/hash-chunks.ts'
import { CallFailure } from '../../../src/workers/upload/protocol/upload-failures.ts'
import { orAborted } from '../../../src/workers/or-aborted.ts'
import type { Send, UploadPorts } from '../../../src/workers/upload/transfer/ports.ts'

/** A call as it reaches the fake server. `bytes` is the file part. */
export interface FakeCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly bytes: Blob | undefined
  readonly patience: number | undefined
  readonly signal: AbortSignal
  /** The application that the call names, where it is not the page's. */
  readonly app: string | undefined
}

/** Storage in memory that keeps to the protocol, for tests; `fault` may throw, wait, or answer something else before it does. */
export interface FakeStorage {
  readonly send: Send
  readonly calls: FakeCall[]
  readonly files: StoredFile[]
  /** Most chunks that were ever under way at once. */
  mostAtOnce: number
  /** Whether chunks are accepted before the MD5 is known. */
  takesAhead: boolean
  /** Whether it offers batched uploads. */
  takesBatches: boolean
  /** Names of files that it does not take, and what it says of them. */
  readonly refused: Map<string, { status: number; code: string; message: string; retryAfter?: number }>
  /** Anything but undefined is the answer. */
  fault: (call: FakeCall, nth: number) => unknown
  /** The chunks that it has under a name. */
  present(md5: string): readonly number[]
  /** How often a call of this name arrived. */
  count(name: string): number
}

/** An empty storage without faults. */
export function createFakeStorage(): FakeStorage {
  const chunks = new Map<string, Set<number>>()
  /** The MD5 of what began under a uid. */
  const named = new Map<string, string>()
  let atOnce = 0
  const storage: FakeStorage = {
    calls: [],
    files: [],
    mostAtOnce: 0,
    takesAhead: true,
    takesBatches: false,
    refused: new Map(),
    fault: () => undefined,
    present: (md5) => [...(chunks.get(md5) ?? [])],
    count: (name) => storage.calls.filter((call) => call.name === name).length,
    send: async (signal, row, input, attachment, app) => {
      const { bytes, patience } = attachment ?? {}
      const call: FakeCall = { name: row.name, input: { ...Object(input) }, bytes, patience, signal, app }
      storage.calls.push(call)
      if (attachment) storage.mostAtOnce = Math.max(storage.mostAtOnce, ++atOnce)
      try {
        signal.throwIfAborted()
        const fault = await orAborted(signal, Promise.resolve(storage.fault(call, storage.count(row.name))))
        attachment?.onSent(attachment.bytes.size)
        return fault === undefined ? await answer(call) : fault
      } finally {
        if (attachment) atOnce -= 1
      }
    },
  }

  function keep({ name, md5, size }: Record<string, unknown>): StoredFile {
    const file = storedFile.parse({
      id: `file-${storage.files.length + 1}`,
      name,
      size,
      md5,
      type: 'application/octet-stream',
      folderId: null,
      createdAt: '2026-11-20T08:00:00Z',
    })
    storage.files.push(file)
    return file
  }

  /** The same bytes under the same name are one file. */
  function takeIn(file: Record<string, unknown>): StoredFile {
    const refused = storage.refused.get(String(file['name']))
    if (refused) throw new CallFailure(refused.code, refused.status, refused.message)
    return storage.files.find(({ name, md5 }) => name === file['name'] && md5 === file['md5']) ?? keep(file)
  }

  async function storeBatchItem({ bytes, ...file }: Listed): Promise<BatchResult> {
    const failure = storage.refused.get(file.name)
    if (failure) return { failure }
    if ((await md5Of(bytes)) !== file.md5) throw refusal('storage.file_mismatch', 422)
    return { file: takeIn(file) }
  }

  async function answer({ name, input, bytes }: FakeCall): Promise<unknown> {
    const uid = String(input['uid'])
    const md5 = (name === 'storage.uploadChunk' && named.get(String(input['md5']))) || String(input['md5'])
    const before = chunks.get(uid)
    const present = chunks.get(md5) ?? before ?? new Set<number>()
    if (md5 !== uid && present === before) {
      chunks.delete(uid)
      chunks.set(md5, present)
      named.set(uid, md5)
    }
    switch (name) {
      case 'storage.secondUploadCheck':
        return storage.files.find((file) => file.md5 === md5) ?? null
      case 'storage.upload':
        return { ...takeIn({ ...input, size: bytes?.size }), together: storage.takesBatches }
      case 'storage.uploadTogether':
        return { files: await Promise.all(cut(input['files'], bytes).map(storeBatchItem)) }
      case 'storage.blockUploadCheck':
        return {
          data: present.has(Number(input['chunk'])),
          present: [...present],
          ahead: storage.takesAhead && (md5 === uid || named.get(uid) === md5),
        }
      case 'storage.uploadChunk':
        if (!bytes || (await md5Of(bytes)) !== input['chunkMd5']) throw refusal('storage.chunk_mismatch', 422)
        chunks.set(md5, (chunks.get(md5) ?? present).add(Number(input['chunk'])))
        return { chunk: input['chunk'] }
      case 'storage.cancelUpload':
        chunks.delete(md5)
        return 'success'
      default:
        if (present.size !== input['chunks']) throw refusal('storage.chunks_missing', 409)
        return keep(input)
    }
  }
  return storage
}

/** What the portal says when it refuses. */
export function refusal(code: string, status: number, retryAfter?: number): CallFailure {
  return new CallFailure(code, status, '不行|||No', retryAfter)
}

/** Ports around a fake storage, in which waiting takes no time; `slept` lists the waits in milliseconds. */
export function createFakePorts(
  storage: FakeStorage,
  change: Partial<UploadPorts> = {},
): UploadPorts & { slept: number[] } {
  const slept: number[] = []
  let time = 0
  return {
    slept,
    send: storage.send,
    hashChunks,
    canRead: async () => true,
    renewSession: async () => false,
    isOnline: () => true,
    whenOnline: async () => {},
    sleep: async (signal, milliseconds) => {
      signal.throwIfAborted()
      slept.push(milliseconds)
      time += milliseconds
    },
    maxConnections: () => 4,
    now: () => (time += 10),
    random: () => 0.5,
    ...change,
  }
}

const listed = z.array(z.object({ name: z.string(), md5: z.string(), size: z.number() }))
type Listed = z.infer<typeof listed>[number] & { readonly bytes: Blob }

/** Each file of a call with its own bytes. */
function cut(files: unknown, bytes = new Blob()): Listed[] {
  let at = 0
  return listed.parse(JSON.parse(String(files))).map((one) => ({ ...one, bytes: bytes.slice(at, (at += one.size)) }))
}

async function md5Of(bytes: Blob): Promise<string> {
  return (await hashChunks(new AbortController().signal, bytes, CHUNK_SIZE, { onProgress: () => {} })).md5
}
