import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import type { EntryKeeper } from './entry-keeper.ts'
import { findFile, type WhyFileIsNeeded } from './file-finder.ts'
import { fingerprintOf } from '../protocol/fingerprint.ts'
import type { KeptCopies } from './kept-copies.ts'
import type { Entry } from '../queue/upload-entry.ts'
import type { HashMemory } from '../protocol/upload-job.ts'
import type { UploadRecords } from './upload-records.ts'

/** The file's bytes, from wherever they can be had, or why somebody has to help. Notes by what it can be known again. */
export async function takeFile(
  entry: Entry,
  copies: KeptCopies,
  keeper: EntryKeeper,
): Promise<{ readonly file: Blob } | { readonly why: WhyFileIsNeeded }> {
  const forever = new AbortController().signal
  const found = entry.file ? { file: entry.file } : await findFile(forever, entry.record, copies)
  if ('why' in found || !entry.isBusy || entry.isStarted) return found
  entry.file = found.file
  if (entry.record.fingerprint === null && found.file.size > CHUNK_SIZE) {
    const fingerprint = await fingerprintOf(forever, found.file).catch(() => null)
    void keeper.change(entry, { fingerprint })
  }
  return found
}

/** What is known of the hashes of an entry's file. */
export async function openMemory({ record: { id, size } }: Entry, records: UploadRecords): Promise<HashMemory> {
  // A short file is hashed sooner than its hashes are read.
  if (size <= CHUNK_SIZE) return { known: null, onState: () => {}, onHashes: () => {} }
  return {
    known: await records.readHashes(id),
    onState: (state) => void records.putHashes(id, { state }),
    onHashes: (hashes) => void records.putHashes(id, { hashes }),
  }
}
