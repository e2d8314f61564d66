import * as z from 'zod/mini'
import { storedFile } from '../../../../contract/endpoints/storage/storage.ts'

export const uploadFailure = z.object({
  /** The failed step, by the names of section 8 of the specification. */
  kind: z.literal(['checkerror', 'uploaderror', 'uploadunkerror', 'checkchunkerror', 'chunkmerge']),
  /** A code of contract/errors, or of a foreign server. */
  code: z.string(),
  /** The envelope's status, else HTTP's; 0 without an answer. */
  status: z.number(),
  /** Bilingual, Chinese first; or a code of contract/errors, which the page words. */
  message: z.string(),
})
export type UploadFailure = z.infer<typeof uploadFailure>

/** Why there is no progress although nothing has failed for good. Without a network an upload is in the phase 'offline'. */
const stall = z.nullable(z.literal(['retrying', 'session']))
/** What the calls of an upload wait for. */
export type WaitReason = z.infer<typeof stall> | 'offline'

const byteCount = z.number()
/** Bytes a second and seconds to go; null until it can be measured. */
const pace = { speed: z.nullable(z.number()), secondsLeft: z.nullable(z.number()) }
export type Pace = { readonly [key in keyof typeof pace]: number | null }

const hashing = z.object({ phase: z.literal('hashing'), hashed: byteCount, ...pace })
const checking = z.object({ phase: z.literal('checking'), md5: z.string() })
const sending = z.object({ phase: z.literal('sending'), md5: z.string(), sent: byteCount, ...pace })
const merging = z.object({ phase: z.literal('merging'), md5: z.string() })
export type UploadProgress =
  | z.infer<typeof hashing>
  | z.infer<typeof checking>
  | z.infer<typeof sending>
  | z.infer<typeof merging>

const stoppedProgress = {
  during: z.literal(['waiting', 'hashing', 'checking', 'sending', 'merging']),
  hashed: byteCount,
  sent: byteCount,
}

/** An upload's phase with its data. Plain data: it crosses from worker to page and between tabs. */
export const uploadState = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('waiting') }),
  hashing,
  z.extend(checking, { stall }),
  z.extend(sending, { stall }),
  z.extend(merging, { stall }),
  z.object({ phase: z.literal('paused'), ...stoppedProgress }),
  /** Continues without the user when the network is back. */
  z.object({ phase: z.literal('offline'), ...stoppedProgress }),
  /** The browser needs permission again or cannot find the file, or the file was changed. */
  z.object({ phase: z.literal('needs-file'), why: z.literal(['permission', 'gone', 'changed']) }),
  z.object({ phase: z.literal('failed'), failure: uploadFailure }),
  /** `file` is null when a foreign server does not say what it stored. */
  z.object({ phase: z.literal('done'), file: z.nullable(storedFile) }),
])
export type UploadState = z.infer<typeof uploadState>
export type StoppedProgress = Omit<Extract<UploadState, { phase: 'paused' }>, 'phase'>
export type SettledState = Extract<UploadState, { phase: 'failed' | 'done' }>

/** How far an upload has come when it stops in a phase. `size` is the file's, in bytes. */
export function progressAtStop(size: number, state: UploadProgress | { phase: 'waiting' }): StoppedProgress {
  switch (state.phase) {
    case 'waiting':
      return { during: 'waiting', hashed: 0, sent: 0 }
    case 'hashing':
      return { during: 'hashing', hashed: state.hashed, sent: 0 }
    case 'checking':
      return { during: 'checking', hashed: size, sent: 0 }
    case 'sending':
      return { during: 'sending', hashed: size, sent: state.sent }
    case 'merging':
      return { during: 'merging', hashed: size, sent: size }
  }
}

/** Whether nothing more happens without the user. */
export function isSettled(state: UploadState): state is SettledState {
  return state.phase === 'done' || state.phase === 'failed'
}

/** An upload as tabs show it. Plain data. */
export const uploadItem = z.object({
  id: z.string(),
  kind: z.literal(['file', 'folder']),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** The target: a folder of the Files application, or null for the top, and names of folders below it. */
  folderId: z.nullable(z.string()),
  path: z.readonly(z.array(z.string())),
  /** Whether it can continue after all tabs were closed without the file being chosen again. */
  kept: z.boolean(),
  state: uploadState,
})
export type UploadItem = z.infer<typeof uploadItem>

export const uploadChanges = z.object({
  /** New and changed uploads. */
  items: z.array(uploadItem),
  removed: z.array(z.string()),
  /** All ids in queue order, when that has changed. */
  order: z.nullable(z.array(z.string())),
})
export type UploadChanges = z.infer<typeof uploadChanges>

/** Whether an upload makes progress, or will without the user. */
export function isUnderWay({ state }: Pick<UploadItem, 'state'>): boolean {
  return !isSettled(state) && state.phase !== 'paused' && state.phase !== 'needs-file'
}
