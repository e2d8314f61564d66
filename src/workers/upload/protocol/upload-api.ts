import * as z from 'zod/mini'
import { isFileHandle } from '../../file-handle.ts'
import type { UploadChanges } from './upload-state.ts'

const blob = z.custom<Blob>((value) => value instanceof Blob)
const fileHandle = z.nullable(z.custom<FileSystemFileHandle>(isFileHandle))

/** What an upload is called and where it goes. */
export const uploadTarget = {
  id: z.string(),
  name: z.string(),
  folderId: z.nullable(z.string()),
  /** Names of folders below `folderId`, which are made where they are missing. */
  path: z.readonly(z.array(z.string())),
  /** What it replaces: 'name', or the id of a file; see the endpoint of the upload. */
  replaces: z.optional(z.string()),
  serverid: z.string(),
  /** The application that added it, which its calls name; without it the page's. */
  app: z.optional(z.string()),
}

const joiningFile = z.object({
  ...uploadTarget,
  kind: z.literal('file'),
  file: blob,
  handle: fileHandle,
  /** In milliseconds since 1970; identifies the file together with name and size. */
  lastModified: z.number(),
})
export type JoiningFile = z.infer<typeof joiningFile>

const joiningFolder = z.object({ ...uploadTarget, kind: z.literal('folder') })
/** An empty folder; folders with files are made for the files. */
export type JoiningFolder = z.infer<typeof joiningFolder>

export const joiningEntry = z.discriminatedUnion('kind', [joiningFile, joiningFolder])
export type JoiningEntry = z.infer<typeof joiningEntry>

/** Unknown ids are ignored. */
export const uploadCommand = z.discriminatedUnion('kind', [
  /** An existing entry gets its file if it needs one. */
  z.object({ kind: z.literal('add'), entries: z.array(joiningEntry) }),
  /** Gives files to entries that need them. A different file than before is refused. */
  z.object({
    kind: z.literal('provide'),
    files: z.array(z.object({ id: z.string(), file: blob, handle: fileHandle })),
  }),
  /** `abort` can be undone by `restore` for UPLOAD_UNDO_TIME; `dismiss` removes settled uploads from the list. */
  z.object({
    kind: z.literal(['pause', 'resume', 'abort', 'restore', 'retry', 'dismiss']),
    ids: z.readonly(z.array(z.string())),
  }),
  /** Before another upload, or to the end. */
  z.object({ kind: z.literal('move'), id: z.string(), before: z.nullable(z.string()) }),
])
export type UploadCommand = z.infer<typeof uploadCommand>

/** Sent with every call as headers. */
export interface CallOrigin {
  readonly device: 'app' | 'h5' | 'pc'
  readonly app: string
}

export interface QueueOwner {
  readonly account: string
  /** Whether the device may store what is needed to continue uploads on another day. */
  readonly mayKeep: boolean
}

/** What the worker calls on the page. */
export interface UploadPage {
  onChanges(changes: UploadChanges): void
  /** Renews the session; true when repeating makes sense. */
  renewSession(): Promise<boolean>
}

/** What the page calls on the upload worker; `connect` once, before anything else. */
export interface UploadApi {
  connect(page: UploadPage, origin: CallOrigin, owner: QueueOwner): Promise<void>
  /** Resolves when the command is carried out, and stored as far as the device can. */
  execute(command: UploadCommand): Promise<void>
}
