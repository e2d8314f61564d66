import { opendir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { errorCode } from '../../runtime/errno.ts'
import type { Kept, ObjectName, UploadPlace } from '../byte-store.ts'
import { readUploadId } from './local-paths.ts'
import { isStoreName } from '../store-name.ts'

/** Every upload's place below the folder. */
export async function* listLocalUploads(folder: string): AsyncGenerator<Kept<Omit<UploadPlace, 'size'>>> {
  for await (const unit of storeEntriesOf(folder)) {
    for await (const file of entriesOf(unit)) {
      const uploadId = readUploadId(basename(file))
      const changedAt = await readChangedAt(file)
      if (uploadId !== undefined && changedAt !== undefined) yield { unitId: basename(unit), uploadId, changedAt }
    }
  }
}

/** Every object below the folder. */
export async function* listLocalObjects(folder: string): AsyncGenerator<Kept<ObjectName>> {
  for await (const unit of storeEntriesOf(folder)) {
    for await (const shelf of storeEntriesOf(unit)) {
      for await (const file of storeEntriesOf(shelf)) {
        const changedAt = await readChangedAt(file)
        if (changedAt !== undefined) yield { unitId: basename(unit), sha256: basename(file), changedAt }
      }
    }
  }
}

async function* storeEntriesOf(folder: string): AsyncGenerator<string> {
  for await (const entry of entriesOf(folder)) if (isStoreName(basename(entry))) yield entry
}

async function* entriesOf(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  })
  if (entries === undefined) return
  for await (const entry of entries) yield join(folder, entry.name)
}

/** The moment of the last change of bytes or names: a second name given just now counts, although the bytes may be older. */
async function readChangedAt(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ ctimeMs }) => ctimeMs,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    },
  )
}
