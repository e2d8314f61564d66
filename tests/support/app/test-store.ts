import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ByteStore } from '../../../server/blobs/byte-store.ts'
import { createLocalByteStore } from '../../../server/blobs/local/local-byte-store.ts'

/** Chunks of tests mostly come one at a time, and none should wait for others. */
const PATIENCE = { alone: 5, arriving: 2000 }

/** Calls of a store's method that wait until the test lets them go on. */
export interface Hold {
  waiting(): number
  /** Lets those that wait, and all later ones, go on. */
  release(): void
}

/** What can be slow. */
export type HeldMethod = 'keepObject' | 'keepBytes' | 'removeObject' | 'hasUpload'

/** A store of a test's own, and what happens to it from behind. */
export interface TestStore {
  readonly store: ByteStore
  /** The store as another process has it, or the same one after a restart; the caller closes it. */
  reopen(): Promise<ByteStore>
  /** Loses everything of uploads that have not ended, or of objects, as a broken disk does. */
  lose(what: 'uploads' | 'objects'): Promise<void>
  /** From here on, calls of this method wait, as with storage that is slow. */
  hold(method: HeldMethod): Hold
  /** The paths of what it keeps of uploads that have not ended, or of objects. */
  names(what: 'uploads' | 'objects'): Promise<string[]>
  close(): Promise<void>
}

let open = openFolder

/** From here on, the tests of this file keep their files in a bucket instead of a folder. */
export function keepFilesInBucket(): void {
  open = openBucket
}

/** Whether they do. */
export function filesAreInBucket(): boolean {
  return open === openBucket
}

/** An empty store: in a folder, unless the test's file says otherwise. */
export async function openTestStore(): Promise<TestStore> {
  const opened = await open()
  const holds = new Map<HeldMethod, { waiting: number; readonly released: Promise<void> }>()
  const whenReleased = async (method: HeldMethod) => {
    const hold = holds.get(method)
    if (!hold) return
    hold.waiting += 1
    await hold.released
  }
  const { store } = opened
  return {
    ...opened,
    store: {
      ...store,
      keepObject: (place, sha256) => whenReleased('keepObject').then(() => store.keepObject(place, sha256)),
      keepBytes: (name, bytes) => whenReleased('keepBytes').then(() => store.keepBytes(name, bytes)),
      removeObject: (name) => whenReleased('removeObject').then(() => store.removeObject(name)),
      hasUpload: (place) => whenReleased('hasUpload').then(() => store.hasUpload(place)),
    },
    hold(method) {
      let letGo = () => {}
      const hold = { waiting: 0, released: new Promise<void>((resolve) => (letGo = resolve)) }
      holds.set(method, hold)
      return {
        waiting: () => hold.waiting,
        release() {
          if (holds.get(method) === hold) holds.delete(method)
          hold.waiting = 0
          letGo()
        },
      }
    },
  }
}

async function openFolder(): Promise<Omit<TestStore, 'hold'>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-files-'))
  const store = createLocalByteStore(folder)
  return {
    store,
    reopen: async () => createLocalByteStore(folder),
    lose: (what) => rm(join(folder, what), { recursive: true }),
    names: (what) => readdir(join(folder, what), { recursive: true }).catch(() => []),
    async close() {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openBucket(): Promise<Omit<TestStore, 'hold'>> {
  // Loaded only here: nearly all tests do without the client for S3.
  const { createS3ByteStore } = await import('../../../server/blobs/s3/s3-byte-store.ts')
  const { createS3Bucket } = await import('../../../server/blobs/s3/s3-client.ts')
  const { startFakeS3 } = await import('../fakes/fake-s3.ts')
  const peer = await startFakeS3()
  const reopen = async () => createS3ByteStore(createS3Bucket(peer.config), PATIENCE)
  const store = await reopen()
  return {
    store,
    reopen,
    async lose(what) {
      for (const key of peer.keys()) if (key.startsWith(`${what}/`)) peer.bucket.objects.delete(key)
      if (what === 'uploads') peer.bucket.multiparts.clear()
    },
    names: async (what) => peer.keys().filter((key) => key.startsWith(`${what}/`)),
    async close() {
      await store.close()
      await peer.close()
    },
  }
}
