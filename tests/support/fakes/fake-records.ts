import type { FileCopies } from '../../../src/workers/upload/persistence/file-copies.ts'
import type { KeptHashes, UploadRecord, UploadRecords } from '../../../src/workers/upload/persistence/upload-records.ts'

/** What a device keeps, for tests: it outlives the queues that work with it. */
export interface FakeDevice {
  readonly records: UploadRecords
  readonly copies: FileCopies
  readonly kept: Map<string, UploadRecord>
  readonly hashes: Map<string, KeptHashes>
  readonly files: Map<string, Blob>
  /** Whether the browser has room for copies. */
  hasRoom: boolean
}

/** An empty device. */
export function createFakeDevice(): FakeDevice {
  const kept = new Map<string, UploadRecord>()
  const hashes = new Map<string, KeptHashes>()
  const files = new Map<string, Blob>()
  const device: FakeDevice = {
    kept,
    hashes,
    files,
    hasRoom: true,
    records: {
      load: async (account) =>
        [...kept.values()].filter((record) => record.account === account).toSorted((a, b) => a.place - b.place),
      async put(records) {
        for (const record of records) kept.set(record.id, record)
        return true
      },
      async remove(ids) {
        for (const id of ids) {
          kept.delete(id)
          hashes.delete(id)
        }
      },
      readHashes: async (id) => hashes.get(id) ?? null,
      async putHashes(id, value) {
        if (value) hashes.set(id, structuredClone(value))
        else hashes.delete(id)
      },
    },
    copies: {
      async keep(id, file) {
        if (device.hasRoom) files.set(id, file)
        return device.hasRoom
      },
      find: async (id) => files.get(id) ?? null,
      async remove(ids) {
        for (const id of ids) files.delete(id)
      },
      async removeOthers(ids) {
        for (const id of files.keys()) if (!ids.has(id)) files.delete(id)
      },
    },
  }
  return device
}
