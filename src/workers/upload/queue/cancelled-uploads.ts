import { CHUNK_SIZE, UPLOAD_UNDO_TIME } from '../../../../contract/limits.ts'
import type { EntryKeeper } from '../persistence/entry-keeper.ts'
import { canGoAhead } from '../transfer/send-ahead.ts'
import type { UploadDesk } from './upload-desk.ts'
import type { Entry } from './upload-entry.ts'
import type { UploadRecord, UploadRecords } from '../persistence/upload-records.ts'

/** Uploads that were cancelled and can be brought back for a while. */
export interface CancelledUploads {
  add(entry: Entry): void
  /** The one that is brought back, if it still can be. */
  take(id: string): Entry | undefined
  /** For good: what the server has of it takes room there. */
  giveUp(record: UploadRecord): Promise<void>
}

/** None as yet. `others` are the uploads that are not cancelled; `giveUp` tells the server. */
export function createCancelledUploads(parts: {
  readonly records: UploadRecords
  readonly keeper: EntryKeeper
  readonly later: (milliseconds: number, work: () => void) => void
  readonly others: () => Iterable<Entry>
  readonly giveUp: UploadDesk['giveUp']
}): CancelledUploads {
  const cancelled = new Map<string, Entry>()

  async function giveUp(record: UploadRecord): Promise<void> {
    const { id, size, fingerprint } = record
    const known = await parts.records.readHashes(id)
    parts.keeper.forget(record)
    const hashes = known && 'hashes' in known ? known.hashes : null
    // The same bytes may be on their way to another folder.
    const isShared = [...parts.others()].some(
      (other) => other.record.size === size && other.record.fingerprint === fingerprint,
    )
    if (hashes ? isShared : !canGoAhead(id, size)) return
    // Without an MD5, what was sent is there under the upload's id.
    parts.giveUp({ md5: hashes?.md5 ?? id, size, chunks: Math.ceil(size / CHUNK_SIZE) })
  }

  return {
    add(entry) {
      const { id } = entry.record
      cancelled.set(id, entry)
      parts.later(UPLOAD_UNDO_TIME, () => {
        if (cancelled.get(id) === entry && cancelled.delete(id)) void giveUp(entry.record)
      })
    },
    take(id) {
      const entry = cancelled.get(id)
      cancelled.delete(id)
      return entry
    },
    giveUp,
  }
}
