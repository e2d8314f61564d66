import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { createFakePorts, type FakeStorage } from './fake-storage.ts'
import type { UploadPorts } from '../../../src/workers/upload/transfer/ports.ts'
import type { UploadJob } from '../../../src/workers/upload/transfer/run-upload.ts'
import { createUploadRunner } from '../../../src/workers/upload/queue/upload-runner.ts'
import { uploadState, type UploadState } from '../../../src/workers/upload/protocol/upload-state.ts'

/** The names of the calls that an upload makes. */
export const CHECK = 'storage.secondUploadCheck'
export const WHOLE = 'storage.upload'
export const BATCH = 'storage.uploadTogether'
export const BLOCK = 'storage.blockUploadCheck'
export const CHUNK = 'storage.uploadChunk'
export const MERGE = 'storage.mergeFile'
export const CANCEL = 'storage.cancelUpload'

export const job: UploadJob = { id: 'u1', name: '期末.bin', serverid: 'base', folderId: 'folder-1', path: [] }

/** One that may stand in an MD5's place until that is known. */
export const longJob: UploadJob = { ...job, id: 'a'.repeat(32) }

const BYTES = new Uint8Array(12 * CHUNK_SIZE)
// Bytes that repeat at no chunk's length, so that a wrong offset shows.
for (let at = 0; at < BYTES.length; at += 1009) BYTES[at] = at % 251

/** A file of up to 12 chunks, no two of which are alike. */
export function fileOf(size: number): Blob {
  return new Blob([BYTES.subarray(0, size)])
}

/** A runner on a fake storage, for tests; `states` collects its states as the page would get them. */
export function openFakeRunner(storage: FakeStorage, change: Partial<UploadPorts> = {}) {
  const states: UploadState[] = []
  const ports = createFakePorts(storage, change)
  const runner = createUploadRunner(ports, (_, state) => states.push(uploadState.parse(structuredClone(state))))
  return { runner, ports, states }
}

/** Fails every call of a name, or only on these occasions, counted from 1. */
export function failOn(storage: FakeStorage, name: string, failure: Error, occasions?: readonly number[]): void {
  storage.fault = (call, nth) => {
    if (call.name === name && (!occasions || occasions.includes(nth))) throw failure
  }
}

/** Holds back calls of a name, from so many on, until they are let go. */
export function holdBack(storage: FakeStorage, name: string, from = 1): { letGo: () => void; arrived: Promise<void> } {
  let letGo = () => {}
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  storage.fault = (call, nth) => {
    if (call.name !== name || nth < from) return undefined
    arrive()
    return held
  }
  return { letGo, arrived }
}
