import * as z from 'zod/mini'
import { isFileHandle } from './file-handle.ts'

const blob = z.custom<Blob>((value) => value instanceof Blob)
/** Where the browser can find a file again on another day; only some have such a thing. */
const fileHandle = z.nullable(z.custom<FileSystemFileHandle>(isFileHandle))

const joining = {
  id: z.string(),
  name: z.string(),
  folderId: z.nullable(z.string()),
  /** Names of folders below that one, which are made where they are missing. */
  path: z.readonly(z.array(z.string())),
  serverid: z.string(),
}

const joiningFile = z.object({
  ...joining,
  kind: z.literal('file'),
  file: blob,
  handle: fileHandle,
  /** In milliseconds since 1970; with name and size it tells files apart. */
  lastModified: z.number(),
  /** Bytes; a larger file is refused before anything is sent. */
  maxSize: z.nullable(z.number()),
})
/** A file that joins the queue. */
export type JoiningFile = z.infer<typeof joiningFile>

const joiningFolder = z.object({ ...joining, kind: z.literal('folder') })
/** An empty folder that joins the queue; one with files in it is made for them. */
export type JoiningFolder = z.infer<typeof joiningFolder>

/** Whatever joins the queue. */
export const joiningEntry = z.discriminatedUnion('kind', [joiningFile, joiningFolder])

/** What can be asked of the queue. Ids that it does not have are passed over. */
export const uploadCommand = z.discriminatedUnion('kind', [
  /** One that is there already is told again, and gets its file if it needs one. */
  z.object({ kind: z.literal('add'), entries: z.array(joiningEntry) }),
  /** Files that the queue could not read any more. Those that are others than it was given are refused. */
  z.object({
    kind: z.literal('provide'),
    files: z.array(z.object({ id: z.string(), file: blob, handle: fileHandle })),
  }),
  /** `abort` stops for good and can be taken back by `restore` for a while; `dismiss` takes what has ended off the list. */
  z.object({
    kind: z.literal(['pause', 'resume', 'abort', 'restore', 'retry', 'dismiss']),
    ids: z.readonly(z.array(z.string())),
  }),
  /** Before another one, or to the end. */
  z.object({ kind: z.literal('move'), id: z.string(), before: z.nullable(z.string()) }),
])
export type UploadCommand = z.infer<typeof uploadCommand>
