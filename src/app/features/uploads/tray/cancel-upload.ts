import { UPLOAD_UNDO_TIME } from '../../../../../contract/limits.ts'
import type { UploadItem } from '../../../platform/upload.ts'
import { dismissNotice, notify } from '../../../core/notices/notices.ts'
import { shortenName } from '../../../ui/files/split-name.ts'
import { abortUploads, restoreUploads } from '../upload-service.ts'
import type { UploadTranslate } from './upload-texts.ts'

/** What is cancelled within so many milliseconds has one notice: a dozen of them would cover the buttons. */
const TOGETHER = 5000

/** What the last notice can bring back, and since when. */
let last: { notice: number; ids: readonly string[]; since: number } | null = null

/** Cancels an upload, with a notice that can bring it back for as long as the queue can. */
export function cancelUpload({ id, name }: UploadItem, t: UploadTranslate): void {
  abortUploads([id])
  const now = performance.now()
  const recent = last && now - last.since < TOGETHER ? last : null
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
