import * as z from 'zod/mini'
import { uploadState } from './upload-state.ts'

/** One entry of the queue, as every tab shows it. Plain data. */
export const uploadItem = z.object({
  id: z.string(),
  kind: z.literal(['file', 'folder']),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Where it goes: a folder of the Files application, null for the top, and names of folders below that one. */
  folderId: z.nullable(z.string()),
  path: z.readonly(z.array(z.string())),
  /** Whether it can go on after every tab of the portal was closed, without anybody choosing the file again. */
  kept: z.boolean(),
  state: uploadState,
})
export type UploadItem = z.infer<typeof uploadItem>

/** What has changed in the queue since the last time. */
export const uploadChanges = z.object({
  /** New ones and those that moved on. */
  items: z.array(uploadItem),
  removed: z.array(z.string()),
  /** All ids in their order, when that is another than before. */
  order: z.nullable(z.array(z.string())),
})
export type UploadChanges = z.infer<typeof uploadChanges>
