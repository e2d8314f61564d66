import { storedFile, type StoredFile } from '../../../contract/calls/storage.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { hashChunks } from '../hash/hash-chunks.ts'
import { CallFailure } from './call-failure.ts'
import { orAborted } from './pause-gate.ts'
import type { Send, UploadPorts } from './ports.ts'

/** A call as it reaches the fake server. `bytes` is the file part. */
export interface FakeCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly bytes: Blob | undefined
  readonly patience: number | undefined
  readonly signal: AbortSignal
}

/** Storage in memory that keeps to the protocol, for tests; `fault` may throw, wait, or answer something else before it does. */
export interface FakeStorage {
  readonly send: Send
  readonly calls: FakeCall[]
  readonly files: StoredFile[]
  /** Most chunks that were ever under way at once. */
  mostAtOnce: number
  /** Whether chunks are welcome before the MD5 is known. */
  takesAhead: boolean
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
  let atOnce = 0
  const storage: FakeStorage = {
    calls: [],
    files: [],
    mostAtOnce: 0,
    takesAhead: true,
    fault: () => undefined,
    present: (md5) => [...(chunks.get(md5) ?? [])],
    count: (name) => storage.calls.filter((call) => call.name === name).length,
    send: async (signal, row, input, attachment) => {
      const { bytes, patience } = attachment ?? {}
      const call: FakeCall = { name: row.name, input: { ...Object(input) }, bytes, patience, signal }
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

  async function answer({ name, input, bytes }: FakeCall): Promise<unknown> {
    const md5 = String(input['md5'])
    const uid = String(input['uid'])
    const [under, before] = [chunks.get(md5), chunks.get(uid)]
    const present = (under?.size ? under : (before ?? under)) ?? new Set<number>()
    chunks.set(md5, present)
    if (md5 !== uid && present === before) chunks.delete(uid)
    switch (name) {
      case 'storage.secondUploadCheck':
        return storage.files.find((file) => file.md5 === md5) ?? null
      case 'storage.upload':
        return keep({ ...input, size: bytes?.size })
      case 'storage.blockUploadCheck':
        return {
          data: present.has(Number(input['chunk'])),
          present: [...present],
          ahead: storage.takesAhead && md5 === uid,
        }
      case 'storage.uploadChunk':
        if (!bytes || (await md5Of(bytes)) !== input['chunkMd5']) throw refusal('storage.chunk_mismatch', 422)
        present.add(Number(input['chunk']))
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
    mostLanes: () => 4,
    now: () => (time += 10),
    random: () => 0.5,
    ...change,
  }
}

async function md5Of(bytes: Blob): Promise<string> {
  return (await hashChunks(new AbortController().signal, bytes, CHUNK_SIZE, { onProgress: () => {} })).md5
}
