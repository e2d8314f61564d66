import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { FOLDER_ZIP_ENTRIES } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ByteStore } from '../../blobs/byte-store.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import type { StreamCall } from '../../http/call.ts'
import { type SizedZipEntry, writeZip } from '../../runtime/zip.ts'
import { findEntry, ownerOf, type Owner } from './entries.ts'
import { findOwner } from './sharing/shared-entries.ts'
import { chooseNames, cleanName, sendZip } from './zip.ts'

const entryRow = z.object({
  id: z.string(),
  parentId: z.nullable(z.string()),
  name: z.string(),
  /** Null for a folder. */
  sha256: z.nullable(z.string()),
  size: z.number(),
  at: z.coerce.date(),
})
type EntryRow = z.infer<typeof entryRow>

/**
 * Sends a folder of the caller's, or one that is shared with the caller, with all below it as a ZIP. Throws 'files.folder_not_found' and
 * 'files.zip_too_many'.
 */
export async function sendFolderZip(bytes: ByteStore, id: string, call: StreamCall): Promise<FastifyReply> {
  const { folder, rows } = await call.inUnit(async (tx) => {
    const owner = await findOwner(tx, ownerOf(call), 'folder', id, 'read')
    return { folder: await findEntry(tx, owner, 'folder', id), rows: await readEntries(tx, owner, id) }
  }, 'export')
  if (rows.length > FOLDER_ZIP_ENTRIES) throw new PortalError('files.zip_too_many')
  call.checked()
  const { unitId } = call.session
  const entries: SizedZipEntry[] = placeEntries(rows, id, cleanName(folder.name)).map(({ path, row }) => {
    const { at, sha256 } = row
    return sha256 === null
      ? { path: `${path}/`, at }
      : { path, size: row.size, at, open: () => bytes.openObject({ unitId, sha256 }) }
  })
  return sendZip(call, folder.name, await writeZip(entries))
}

/** All below a folder outside the bin, folders before files. */
async function readEntries(tx: Tx, { unitId, userId }: Owner, id: string): Promise<EntryRow[]> {
  return queryRows(tx, entryRow)`
    with recursive inside as (
      select f.folder_id, f.parent_id, f.name, f.created_at from storage_folder f
      where f.folder_id = ${id}::uuid and f.unit_id = ${unitId} and f.owner_id = ${userId} and f.deleted_at is null
      union all
      select f.folder_id, f.parent_id, f.name, f.created_at from storage_folder f join inside i on f.parent_id = i.folder_id
      where f.unit_id = ${unitId} and f.owner_id = ${userId} and f.deleted_at is null)
    select i.folder_id as id, i.parent_id as "parentId", i.name, null::text as sha256, 0::bigint as size, i.created_at as at from inside i
    union all
    select f.file_id, f.folder_id, f.name, f.sha256, f.size, f.created_at
    from storage_file f join inside i on f.folder_id = i.folder_id
    where f.unit_id = ${unitId} and f.owner_id = ${userId} and f.deleted_at is null
    order by 4 nulls first, 3, 1
    limit ${FOLDER_ZIP_ENTRIES + 1}`
}

/** The path of each entry in the archive, below the folder's own name; with a number where two names of a folder are the same on Windows or macOS. */
export function placeEntries<T extends Pick<EntryRow, 'id' | 'parentId' | 'name'>>(
  rows: readonly T[],
  top: string,
  topName: string,
): { path: string; row: T }[] {
  const inside = new Map<string, T[]>()
  let root: T | undefined
  for (const row of rows) {
    if (row.id === top) root = row
    else if (row.parentId !== null) {
      const beside = inside.get(row.parentId)
      if (beside) beside.push(row)
      else inside.set(row.parentId, [row])
    }
  }
  if (!root) return []
  const placed = [{ path: topName, row: root }]
  for (const { path, row } of placed) {
    const choose = chooseNames()
    for (const child of inside.get(row.id) ?? []) placed.push({ path: `${path}/${choose(child.name)}`, row: child })
  }
  return placed
}
