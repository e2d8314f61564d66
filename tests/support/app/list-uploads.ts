import type { ByteStore } from '../../../server/blobs/byte-store.ts'

/** The ids of the uploads that a store still has something of. */
export async function listUploads(store: ByteStore): Promise<string[]> {
  const ids: string[] = []
  for await (const { uploadId } of store.listUploads()) ids.push(uploadId)
  return ids
}
