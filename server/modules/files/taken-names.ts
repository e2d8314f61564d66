import { and, inArray } from 'drizzle-orm'
import type { takenNames } from '../../../contract/endpoints/storage/files.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile, storageFolder } from '../../db/tables.generated.ts'
import { findFolder, liesIn, ownerOf, type Owner } from './entries.ts'
import { findPlaceOwner } from './sharing/shared-entries.ts'

/** Which names are taken where an upload is to go. Throws 'files.folder_not_found' and 'share.read_only'. */
export async function findTakenNames(
  { files, folders, ...to }: ParsedRequestOf<typeof takenNames>,
  call: Call,
): Promise<ResponseOf<typeof takenNames>> {
  const { tx } = call
  const folderId = to.folderId ?? null
  const owner = await findPlaceOwner(tx, ownerOf(call), folderId)
  if (folderId !== null) await findFolder(tx, owner, folderId)
  return {
    files: await find(tx, storageFile, owner, folderId, files),
    folders: await find(tx, storageFolder, owner, folderId, folders),
  }
}

async function find(
  tx: Tx,
  table: typeof storageFile | typeof storageFolder,
  owner: Owner,
  folderId: string | null,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  // As they are stored; see `checkName`.
  const wanted = names.map((name) => name.normalize('NFC'))
  const rows = await tx
    .select({ name: table.name })
    .from(table)
    .where(and(liesIn(table, owner, folderId), inArray(table.name, wanted)))
  return rows.map(({ name }) => name)
}
