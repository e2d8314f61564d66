import type { StoredFile } from '../../../../contract/endpoints/storage.ts'
import { isErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { UploadFailure, UploadItem } from '../../platform/upload.ts'
import type { Observable } from '../../core/state/observable.ts'
import type { AcceptedUpload } from './single-upload.ts'

/** The queue, as far as one file needs it. */
export interface FileQueue {
  readonly items: Observable<readonly UploadItem[]>
  /** Returns the ids that the files have from here on. */
  readonly add: (files: readonly File[], target: { folderId: string | null; serverid: string }) => readonly string[]
  readonly abort: (ids: readonly string[]) => void
}

/**
 * Sends one file through the queue, and resolves with what the server stored. Rejects with the signal's reason, which also takes the file off the
 * queue; with PortalError when the upload failed; and with an AbortError when somebody took it off.
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
