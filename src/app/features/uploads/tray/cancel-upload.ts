import { UPLOAD_UNDO_TIME } from '../../../../../contract/limits.ts'
import type { UploadItem } from '../../../platform/upload.ts'
import { dismissNotice, notify } from '../../../core/notices/notices.ts'
import { shortenName } from '../../../ui/files/split-name.ts'
import { abortUploads, restoreUploads } from '../upload-service.ts'
import type { UploadTranslate } from './upload-texts.ts'

/** Uploads cancelled within so many milliseconds share one notice: a dozen of them would cover the buttons. */
const SHARED_NOTICE_TIME = 5000

/** The last notice, and the uploads that it can restore. */
let last: { notice: number; ids: readonly string[]; since: number } | null = null

/** Cancels an upload, with a notice that can restore it for UPLOAD_UNDO_TIME. */
export function cancelUpload({ id, name }: UploadItem, t: UploadTranslate): void {
  abortUploads([id])
  const now = performance.now()
  const recent = last && now - last.since < SHARED_NOTICE_TIME ? last : null
  if (recent) dismissNotice(recent.notice)
  const ids = [...(recent?.ids ?? []), id]
  const since = recent?.since ?? now
  const text =
    ids.length === 1 ? t('cancelled', { name: shortenName(name) }) : t('cancelledMany', { count: ids.length })
  const run = (): void => {
    last = null
    restoreUploads(ids)
  }
  const options = { action: { label: t('action.undo'), run }, duration: UPLOAD_UNDO_TIME - (now - since) }
  last = { notice: notify('info', text, options), ids, since }
}
