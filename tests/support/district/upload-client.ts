import { randomBytes } from 'node:crypto'
import { uploadChunk, type StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { CHUNK_SIZE, DEFAULT_SERVER_ID } from '../../../contract/limits.ts'
import { CallError } from '../../../src/http/call-error.ts'
import { send as sendOnce, type SendOptions } from '../../../src/http/send.ts'
import { CallFailure, toCallFailure } from '../../../src/workers/upload/protocol/upload-failures.ts'
import { createUploadRunner } from '../../../src/workers/upload/queue/upload-runner.ts'
import { createBrowserPorts, type Send } from '../../../src/workers/upload/transfer/ports.ts'
import type { PortalCaller } from '../callers/portal-caller.ts'

/** A call of the upload client that was answered, or failed. */
export interface UploadCall {
  readonly name: string
  /** Of the chunk that it carried. */
  readonly chunk: number | undefined
  readonly failure: CallFailure | undefined
}

/** As many as a browser makes by HTTP/1.1. */
const CONNECTIONS = 4

/** The upload client of the portal's page, with this person's cookies, for a process without a browser. */
export function createUploadClient(caller: PortalCaller) {
  const calls: UploadCall[] = []
  const through: SendOptions['through'] = () => (path, options) => caller.request(path, options)
  const send: Send = async (signal, endpoint, input, attachment) => {
    const file = attachment && { file: new File([attachment.bytes], attachment.name) }
    const note = (failure?: CallFailure) => {
      const chunk = endpoint.name === uploadChunk.name ? Number(Object(input)['chunk']) : undefined
      calls.push({ name: endpoint.name, chunk, failure })
    }
    try {
      const answer = await sendOnce(endpoint, { ...Object(input), ...file }, { headers: {}, signal, through })
      attachment?.onSent(attachment.bytes.size)
      note()
      return answer
    } catch (error) {
      signal.throwIfAborted()
      const failure = error instanceof CallError ? toCallFailure(error) : error
      if (failure instanceof CallFailure) note(failure)
      throw failure
    }
  }
  const ports = {
    ...createBrowserPorts(send, async () => false),
    isOnline: () => true,
    whenOnline: async () => {},
    maxConnections: () => CONNECTIONS,
  }
  const runner = createUploadRunner(ports, () => {})

  return {
    /** All calls so far. */
    calls,
    /** The chunks that were stored. */
    stored: () => calls.filter(({ chunk, failure }) => chunk !== undefined && !failure),
    /** The calls that failed, whichever they were. */
    failures: () => calls.flatMap(({ failure }) => failure ?? []),
    /** Chunks that were sent more than once. */
    sentAgain: () => {
      const chunks = calls.flatMap(({ chunk }) => chunk ?? [])
      return chunks.length - new Set(chunks).size
    },
    /** Uploads a file as the page does. Throws when the page would report a failure. */
    async upload(name: string, bytes: Buffer): Promise<StoredFile> {
      const job = { id: randomBytes(16).toString('hex'), name, serverid: DEFAULT_SERVER_ID, folderId: null, path: [] }
      const ended = await runner.start(job, new Blob([new Uint8Array(bytes)]))
      if (ended?.phase === 'done' && ended.file) return ended.file
      throw new Error(`${name} was not uploaded: ${JSON.stringify(ended)}`)
    },
  }
}

/** In how many chunks a file of this size is sent. */
export function chunksOf(size: number): number {
  return Math.ceil(size / CHUNK_SIZE)
}
