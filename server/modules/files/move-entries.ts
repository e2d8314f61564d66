import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as files from '../../../contract/endpoints/storage/files.ts'
import { FOLDER_DEPTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { chooseName, findEntry, lockNames, ownerOf, TABLES, type EntryKind, type Owner } from './entries.ts'
import { readPath } from './edit-entries.ts'

/**
 * Moves files and folders into another folder, or to the top; with numbers where their names are taken. All or none. Throws 'files.not_found',
 * 'files.folder_not_found' (without a field: of the target), 'files.move_inside' and 'files.too_deep'.
 */
export async function moveEntries(
  { entries, ...to }: ParsedRequestOf<typeof files.move>,
  call: Call,
): Promise<ResponseOf<typeof files.move>> {
  const owner = ownerOf(call)
  const folderId = to.folderId ?? null
  await lockNames(call.tx, owner)
  const path = await readPath(call.tx, owner, folderId)
  const target: Target = { folderId, above: new Set(path.map(({ id }) => id)) }
  const moved = []
  for (const [index, entry] of entries.entries()) {
    const name = await moveEntry(call.tx, owner, entry, target).catch((error: unknown) => {
      if (!(error instanceof PortalError)) throw error
      throw new PortalError(error.code, { fields: [{ field: `entries.${index}`, code: error.code }] })
    })
    moved.push({ ...entry, name })
  }
  return { entries: moved }
}

interface Target {
  readonly folderId: string | null
  /** The target and the folders above it. */
  readonly above: ReadonlySet<string>
}

async function moveEntry(
  tx: Tx,
  owner: Owner,
  { kind, id }: { readonly kind: EntryKind; readonly id: string },
  { folderId, above }: Target,
): Promise<string> {
  const { table, key, place } = TABLES[kind]
  const entry = await findEntry(tx, owner, kind, id)
  if (kind === 'folder' && above.has(entry.id)) throw new PortalError('files.move_inside')
  if (entry.folderId === folderId) return entry.name
  if (kind === 'folder' && above.size + (await readHeight(tx, owner, entry.id)) > FOLDER_DEPTH)
    throw new PortalError('files.too_deep')
  const name = await chooseName(tx, owner, kind, { name: entry.name, folderId })
  await tx.execute(sql`update ${table} set ${place} = ${folderId}, name = ${name} where ${key} = ${entry.id}`)
  return name
}

/** The levels of a folder with all below it, 1 for one without folders. Those in the bin count, because they can be restored to their place. */
function readHeight(tx: Tx, owner: Owner, folderId: string): Promise<number> {
  return queryValue(tx, z.number())`
    with recursive inside as (
      select ${folderId}::uuid as folder_id, 1 as level
      union all
      select f.folder_id, inside.level + 1 from storage_folder f join inside on f.parent_id = inside.folder_id
      where f.unit_id = ${owner.unitId} and f.owner_id = ${owner.userId}
    ) select max(level) from inside`
}
