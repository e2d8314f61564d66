import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'
import type { ByteStore } from './byte-store.ts'
import { createLocalByteStore } from './local/local-byte-store.ts'

/**
 * The store that the settings ask for: a bucket when there is one, else a folder below the data folder. Throws StartError when the bucket
 * cannot be used.
 */
export async function openByteStore({
  objectStorage,
  dataFolder,
}: Pick<Config, 'objectStorage' | 'dataFolder'>): Promise<ByteStore> {
  if (!objectStorage) return createLocalByteStore(join(dataFolder, 'files'))
  // Loaded only here: the client for S3 takes its time and its memory.
  const { openS3ByteStore } = await import('./s3/s3-byte-store.ts')
  return openS3ByteStore(objectStorage)
}
