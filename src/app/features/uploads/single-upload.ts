import * as storage from '../../../../contract/endpoints/storage/storage.ts'
import type { StoredFile } from '../../../../contract/endpoints/storage/storage.ts'
import { CHUNK_SIZE, DEFAULT_SERVER_ID } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { fileExtension } from '../../../../contract/rules/storage/file-types.ts'
import { call } from '../../core/api/call.ts'
import { hashSmallFile } from '../../platform/hash.ts'
import { asPortalError } from './picture-upload.ts'
import { refuseFile } from '../../../../contract/rules/storage/refuse-file.ts'
import type { SingleUpload } from '../../micro-apps/upload-types.ts'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import type { UploadFailure, UploadItem } from '../../platform/upload.ts'
import type { Observable } from '../../core/state/observable.ts'

/** A checked file and its target. */
export type AcceptedUpload = Required<Pick<SingleUpload, 'serverid'>> & {
  readonly file: File
  readonly folderId?: string
}

/**
 * Uploads one file and resolves to what the server stored. Rejects with the signal's reason, and with PortalError: 'storage.file_missing' without a
 * file, 'storage.too_large' above the limit, 'storage.type_blocked' for a type that is blocked or not asked for, and whatever stopped the upload.
 * `sendLarge` sends a file of more than one chunk, and rejects with PortalError or CallError.
 */
export async function uploadSingle(
  signal: AbortSignal,
  { file, maxSize, types, ...target }: SingleUpload,
  sendLarge: (signal: AbortSignal, accepted: AcceptedUpload) => Promise<StoredFile>,
): Promise<StoredFile> {
  signal.throwIfAborted()
  if (!file) throw new PortalError('storage.file_missing')
  const refused = refuseFile(file, maxSize)
  if (refused) throw new PortalError(refused)
  if (types && !types.includes(fileExtension(file.name))) throw new PortalError('storage.type_blocked')
  const accepted = { ...target, serverid: target.serverid ?? DEFAULT_SERVER_ID, file }
  try {
    if (file.size > CHUNK_SIZE) return await sendLarge(signal, accepted)
    const payload = { ...accepted, name: file.name, md5: await hashSmallFile(signal, file) }
    return await call(storage.upload, payload, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw asPortalError(error)
  }
}

/** The part of the queue that one file needs. */
export interface FileQueue {
  readonly items: Observable<readonly UploadItem[]>
  /** Returns the files' ids. */
  readonly add: (files: readonly File[], target: { folderId: string | null; serverid: string }) => readonly string[]
  readonly abort: (ids: readonly string[]) => void
}

/**
 * Uploads one file through the queue, and resolves with what the server stored. Rejects with the signal's reason, which also aborts the upload; with
 * PortalError when it failed; and with an AbortError when the user removed it from the queue.
 */
export async function uploadQueued(
  { items, add, abort }: FileQueue,
  signal: AbortSignal,
  { file, folderId, serverid }: AcceptedUpload,
): Promise<StoredFile> {
  const [id] = add([file], { folderId: folderId ?? null, serverid })
  if (id === undefined) throw new PortalError('storage.file_missing')
  return new Promise<StoredFile>((resolve, reject) => {
    let isListed = false
    const listening = new AbortController()
    const end = (settle: () => void) => {
      listening.abort()
      unsubscribe()
      settle()
    }
    const look = () => {
      const item = items.current.find((one) => one.id === id)
      if (item?.state.phase === 'done') {
        const stored = item.state.file
        end(() => (stored ? resolve(stored) : reject(new PortalError('network.answer'))))
      } else if (item?.state.phase === 'failed') {
        const { failure } = item.state
        end(() => reject(toPortalError(failure)))
      } else if (isListed && !item) {
        end(() => reject(new DOMException('the upload was taken off the queue', 'AbortError')))
      }
      isListed ||= item !== undefined
    }
    const unsubscribe = items.subscribe(look)
    signal.addEventListener(
      'abort',
      () => {
        abort([id])
        end(() => reject(signal.reason))
      },
      { signal: listening.signal },
    )
    look()
  })
}

function toPortalError(failure: UploadFailure): PortalError {
  return new PortalError(isErrorCode(failure.code) ? failure.code : 'server.internal', { cause: failure })
}
