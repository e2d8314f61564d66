import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ByteStore } from '../../server/storage/byte-store.ts'
import { createLocalByteStore } from '../../server/storage/local-byte-store.ts'

/** Chunks of tests mostly come one at a time, and none should wait for others. */
const PATIENCE = { alone: 5, together: 2000 }

/** A store of a test's own, and what happens to it from behind. */
export interface TestStore {
  readonly store: ByteStore
  /** The store as another process has it, or the same one after a restart; to be closed by whoever asks. */
  reopen(): Promise<ByteStore>
  /** Loses everything of uploads that have not ended, or of objects, as a broken disk does. */
  lose(what: 'uploads' | 'objects'): Promise<void>
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
export function openTestStore(): Promise<TestStore> {
  return open()
}

async function openFolder(): Promise<TestStore> {
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

async function openBucket(): Promise<TestStore> {
  // Loaded only here: nearly all tests do without the client for S3.
  const { createS3ByteStore } = await import('../../server/storage/s3-byte-store.ts')
  const { createS3Bucket } = await import('../../server/storage/s3-bucket.ts')
  const { startS3Peer } = await import('./s3-peer.ts')
  const peer = await startS3Peer()
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
