import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { mediaTypeOf } from '../../blobs/content-kind.ts'

/** Bytes in the unit's store. */
export interface KeptBytes {
  readonly sha256: string
  readonly md5: string
  readonly size: number
}

/** The place of a file: an accepted name in a folder, or at the top. */
export interface Destination {
  readonly name: string
  readonly folderId: string | null
  /** 'name': the file of this name there gets the content; or the id of the file that gets it, whatever its name and place. */
  readonly replaces?: string | undefined
}

/** A row of `storage_file` that is called s, as `fileRow` describes it. */
export const fileAsJson = sql.raw(
  `json_build_object('fileId', s.file_id, 'name', s.name, 'folderId', s.folder_id, 'createdAt', s.created_at)`,
)
export const fileRow = z.object({
  fileId: z.string(),
  name: z.string(),
  folderId: z.nullable(z.string()),
  createdAt: z.coerce.date(),
})
export type FileRow = z.infer<typeof fileRow>

/** A file as the contract has it. */
export function toStoredFile(
  { fileId, name, folderId, createdAt }: FileRow,
  { md5, size }: Pick<KeptBytes, 'md5' | 'size'>,
): StoredFile {
  return { id: fileId, name, size, md5, type: mediaTypeOf(name), folderId, createdAt: createdAt.toISOString() }
}
