import * as z from 'zod/mini'
import type { UploadChanges } from './upload-state.ts'

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

/** What every call says about where it comes from. */
export interface CallOrigin {
  readonly device: 'app' | 'h5' | 'pc'
  readonly app: string
}

/** Whose uploads they are, and whether the device may keep what is needed to go on with them another day. */
export interface QueueOwner {
  readonly account: string
  readonly mayKeep: boolean
}

/** What the worker asks of the page. */
export interface UploadPage {
  onChanges(changes: UploadChanges): void
  /** Renews the session; true when repeating makes sense. */
  renewSession(): Promise<boolean>
}

/** What the page asks of the upload worker. It connects once, before anything else. */
export interface UploadApi {
  connect(page: UploadPage, origin: CallOrigin, owner: QueueOwner): Promise<void>
  /** Resolves when the command is carried out, and kept as far as the device can. */
  execute(command: UploadCommand): Promise<void>
}

/** Whether this is a handle by which the browser finds a file again on another day; not every browser has such a thing. */
export function isFileHandle(value: unknown): value is FileSystemFileHandle {
  return typeof FileSystemFileHandle !== 'undefined' && value instanceof FileSystemFileHandle
}
