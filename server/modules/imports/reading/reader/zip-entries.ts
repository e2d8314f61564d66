import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { IMPORT_LIMITS } from '../../../../../contract/limits.ts'
import { Refused } from './refused.ts'

export type ZipEntries = Awaited<ReturnType<typeof openZip>>
/** Bytes in pieces. */
export type Pieces = () => AsyncIterable<Buffer>

/**
 * The entries of a zip by name, and their bytes in pieces. No entry is in memory as a whole: what is inflated is counted while it comes, of the whole file, of a part of a
 * workbook, and how often what is in the file.
 */
export async function openZip(path: string) {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const entries = new Map<string, Entry>()
  try {
    if (zip.entryCount > IMPORT_LIMITS.entries) throw new Refused('import.too_large')
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    zip.close()
    throw error
  }
  let inflated = 0
  /** Bytes of each entry that are in `inflated`: what is read twice counts once. */
  const counted = new Map<Entry, number>()

  async function* pieces(entry: Entry, partMax: number = IMPORT_LIMITS.part): AsyncGenerator<Buffer> {
    const before = counted.get(entry) ?? 0
    if (entry.uncompressedSize > partMax || inflated - before + entry.uncompressedSize > IMPORT_LIMITS.inflated)
      throw new Refused('import.too_large')
    let size = 0
    let check = 0
    try {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        size += piece.length
        inflated += Math.max(0, size - (counted.get(entry) ?? 0))
        counted.set(entry, Math.max(size, counted.get(entry) ?? 0))
        if (size > partMax || inflated > IMPORT_LIMITS.inflated) throw new Refused('import.too_large')
        if (size > IMPORT_LIMITS.ratioFrom && size > entry.compressedSize * IMPORT_LIMITS.ratio)
          throw new Refused('import.too_large')
        check = crc32(piece, check)
        yield piece
      }
    } catch (cause) {
      throw cause instanceof Refused ? cause : new Refused('import.broken_file', { cause })
    }
    if (check !== entry.crc32) throw new Refused('import.broken_file')
  }

  return { entries, pieces, close: () => zip.close() }
}
