import { randomUUID } from 'node:crypto'
import { startFakeS3, type FakeS3 } from '../fakes/fake-s3.ts'
import { CHUNK, collect, hash, sendChunk } from '../app/byte-store-suite.ts'
import type { ByteStore, ObjectName, UploadRef } from '../../../server/blobs/byte-store.ts'
import { createS3Bucket } from '../../../server/blobs/s3/s3-client.ts'
import { createS3ByteStore } from '../../../server/blobs/s3/s3-byte-store.ts'

/** Milliseconds. Chunks that were sent together are waited for on any machine; a chunk that comes alone waits hardly at all. */
const PATIENCE = { alone: 5, arriving: 60_000 }

/** What `kinds` says of a bucket with one file that came in chunks, and nothing else. */
export const ONE_FILE = ['bytes', 'kept', 'objects']

/** A bucket, as many processes with it as a test likes, and a file that has a place in it but no chunk yet. */
export interface S3Lab {
  readonly peer: FakeS3
  readonly store: ByteStore
  /** What the file becomes. */
  readonly object: ObjectName
  /** Where it goes. */
  place: UploadRef
  /** Another process. */
  openStore(): ByteStore
  /** Gives the same file another place. */
  beginAgain(): Promise<void>
  send(chunks: readonly number[], to?: ByteStore): Promise<void>
  sendAll(): Promise<void>
  /** Sends all chunks and makes the object. */
  keep(): Promise<void>
  /** Does what the cleanup job does with uploads that a crash left behind. */
  discardListed(): Promise<void>
  /** Holds the next request of this kind back until it is released. */
  hold(operation: string, key: string): { reached: Promise<void>; release: () => void }
  /** The requests of these kinds, sorted. */
  askedFor(...operations: string[]): string[]
  /** Everything in the bucket by its first name, and parts that were never put together by theirs. */
  kinds(): string[]
  /** The chunks that are objects of their own. */
  chunkKeys(): string[]
  bytesKey(): string
  uploadKey(name: string): string
  close(): Promise<void>
}

/** Sets everything up for one test. */
export async function openS3Lab(bytes: Buffer): Promise<S3Lab> {
  const object = { unitId: randomUUID(), sha256: hash('sha256', bytes) }
  const { unitId } = object
  const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) => at)
  const newRef = () => ({ unitId, uploadId: randomUUID(), size: bytes.length })
  const peer = await startFakeS3()
  const stores: ByteStore[] = []

  function openStore(): ByteStore {
    const opened = createS3ByteStore(createS3Bucket(peer.config), PATIENCE)
    stores.push(opened)
    return opened
  }

  const lab: S3Lab = {
    peer,
    store: openStore(),
    object,
    place: newRef(),
    openStore,
    async beginAgain() {
      lab.place = newRef()
      await lab.store.prepareUpload(lab.place)
    },
    async send(wanted, to = lab.store) {
      await Promise.all(wanted.map((at) => sendChunk(to, lab.place, bytes, at)))
    },
    sendAll: () => lab.send(chunks),
    async keep() {
      await lab.sendAll()
      await lab.store.digestUpload(lab.place)
      await lab.store.keepObject(lab.place, object.sha256)
    },
    async discardListed() {
      const fresh = openStore()
      for (const upload of await collect(fresh.listUploads())) await fresh.discardUpload(upload)
    },
    hold(operation, key) {
      let release = (): void => undefined
      let reach = (): void => undefined
      const gate = new Promise<undefined>((resolve) => (release = () => resolve(undefined)))
      const reached = new Promise<void>((resolve) => (reach = resolve))
      peer.interfere = (request) => {
        if (request.operation !== operation || request.key !== key) return undefined
        peer.interfere = undefined
        reach()
        return gate
      }
      return { reached, release }
    },
    askedFor: (...operations) => peer.asked.filter((words) => operations.includes(words.split(' ')[0] ?? '')).sort(),
    kinds() {
      const parts = [...peer.bucket.multiparts.values()].map(({ key }) => `parts of ${key}`)
      return [...peer.keys().map((key) => key.split('/')[0] ?? ''), ...parts]
    },
    chunkKeys: () => peer.keys().flatMap((key) => /\/chunks\/(.*)$/.exec(key)?.[1] ?? []),
    bytesKey: () => `bytes/${unitId}/${lab.place.uploadId}`,
    uploadKey: (name) => `uploads/${unitId}/${lab.place.uploadId}/${name}`,
    async close() {
      for (const store of stores) await store.close()
      await peer.close()
    },
  }
  await lab.store.prepareUpload(lab.place)
  peer.asked.length = 0
  return lab
}
