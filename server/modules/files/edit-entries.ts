import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as files from '../../../contract/endpoints/storage/files.ts'
import { folder as folderRow, type Folder } from '../../../contract/endpoints/storage/files.ts'
import { FOLDER_DEPTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { asId, isoText, queryAny, queryRows, queryValues } from '../../db/query.ts'
import {
  checkName,
  findEntry,
  liesIn,
  lockNames,
  ownedBy,
  ownerOf,
  TABLES,
  type EntryKind,
  type Owner,
} from './entries.ts'
import { findPlaceOwner } from './sharing/shared-entries.ts'
import { checkFileName } from './whole-file.ts'

/** Creates a folder; throws 'files.name_taken', 'files.too_deep', 'files.folder_not_found', 'storage.name_invalid'. */
export async function makeFolder(input: ParsedRequestOf<typeof files.createFolder>, call: Call): Promise<Folder> {
  const owner = ownerOf(call)
  const name = checkName(input.name)
  const parentId = input.parentId ?? null
  await lockNames(call.tx, owner)
  if ((await readPath(call.tx, owner, parentId)).length >= FOLDER_DEPTH) throw new PortalError('files.too_deep')
  const made = await insertFolder(call.tx, owner, name, parentId)
  if (!made) throw new PortalError('files.name_taken')
  return made
}

/** The folder at the end of a path, with missing ones created; throws 'files.too_deep', 'files.folder_not_found', 'storage.name_invalid'. */
export async function makeFolderPath(input: ParsedRequestOf<typeof files.makePath>, call: Call): Promise<Folder> {
  const owner = ownerOf(call)
  const names = input.path.split('/').map(checkName)
  await lockNames(call.tx, owner)
  const above = await readPath(call.tx, owner, input.folderId ?? null)
  if (above.length + names.length > FOLDER_DEPTH) throw new PortalError('files.too_deep')
  let folder = above.at(-1)
  for (const name of names) folder = await findOrMake(call.tx, owner, name, folder?.id ?? null)
  if (!folder) throw new PortalError('storage.name_invalid')
  return folder
}

/** The columns of a `Folder`. */
const folderColumns = sql`folder_id as id, name, parent_id as "parentId", ${isoText(sql`created_at`)} as "createdAt"`

async function findOrMake(tx: Tx, owner: Owner, name: string, parentId: string | null): Promise<Folder> {
  const [found] = await queryRows(tx, folderRow)`
    select ${folderColumns} from storage_folder where ${liesIn('folder', owner, parentId)} and name = ${name}`
  const folder = found ?? (await insertFolder(tx, owner, name, parentId))
  if (!folder) throw new Error('the folder was not inserted')
  return folder
}

/** The new folder; undefined where its name is taken. */
async function insertFolder(tx: Tx, owner: Owner, name: string, parentId: string | null): Promise<Folder | undefined> {
  const [made] = await queryRows(tx, folderRow)`
    insert into storage_folder (unit_id, owner_id, parent_id, name) values (${owner.unitId}, ${owner.userId}, ${parentId}, ${name})
    on conflict do nothing returning ${folderColumns}`
  return made
}

/** The folders from the top to this one, inclusive; none for the top. Throws 'files.folder_not_found'. */
export async function readPath(tx: Tx, owner: Owner, folderId: string | null): Promise<Folder[]> {
  if (folderId === null) return []
  const path = await queryRows(tx, folderRow)`
    with recursive path as (
      select f.*, 1 as level from storage_folder f where ${ownedBy(owner)} and folder_id = ${asId(folderId)} and deleted_at is null
      union all
      select f.*, path.level + 1 from path join storage_folder f on f.folder_id = path.parent_id
      where f.owner_id = ${owner.userId} and f.deleted_at is null)
    select ${folderColumns} from path order by level desc`
  if (path[0]?.parentId !== null) throw new PortalError('files.folder_not_found')
  return path
}

/** Renames a file or a folder. Throws 'files.name_taken', 'files.not_found' or 'files.folder_not_found', and the errors of names. */
export async function renameEntry(input: ParsedRequestOf<typeof files.rename>, call: Call): Promise<void> {
  const { tx } = call
  const { kind, id } = input
  const { table, key } = TABLES[kind]
  const owner = ownerOf(call)
  await lockNames(tx, owner)
  const name = kind === 'file' ? checkFileName(input.name) : checkName(input.name)
  const { folderId } = await findEntry(tx, owner, kind, id)
  const isTaken = await queryAny(tx)`
    select from ${table} where ${liesIn(kind, owner, folderId)} and name = ${name} and ${key} <> ${id}::uuid`
  if (isTaken) throw new PortalError('files.name_taken')
  const asked = kind === 'file' ? sql`, asked_name = ${name}` : sql``
  await tx.execute(sql`update ${table} set name = ${name}${asked} where ${key} = ${id}::uuid`)
}

/** Which names are taken where an upload is to go. Throws 'files.folder_not_found' and 'share.read_only'. */
export async function findTakenNames(
  { files: fileNames, folders, ...to }: ParsedRequestOf<typeof files.takenNames>,
  call: Call,
): Promise<ResponseOf<typeof files.takenNames>> {
  const { tx } = call
  const folderId = to.folderId ?? null
  const owner = await findPlaceOwner(tx, ownerOf(call), folderId)
  if (folderId !== null) await findEntry(tx, owner, 'folder', folderId)
  // As they are stored; see `checkName`.
  const find = async (kind: EntryKind, names: readonly string[]) => queryValues(tx, z.string())`
    select name from ${TABLES[kind].table}
    where ${liesIn(kind, owner, folderId)} and name = any (${sql.param(names.map((name) => name.normalize('NFC')))}::text[])`
  return { files: await find('file', fileNames), folders: await find('folder', folders) }
}
