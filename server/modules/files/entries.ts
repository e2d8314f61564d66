import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StreamCall } from '../../http/call.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { asId, queryAny, queryRows, queryValues } from '../../db/query.ts'
import { storageFile } from '../../db/tables.generated.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { FILE_NAME_LENGTH } from '../../../contract/limits.ts'

/** Users see only their own files. */
export interface Owner {
  readonly unitId: string
  readonly userId: string
}

/** The caller as an owner of files. */
export function ownerOf(call: Pick<StreamCall, 'session'>): Owner {
  return { unitId: call.session.unitId, userId: call.session.userId }
}

export type EntryKind = 'file' | 'folder'

/** How the table of each kind names what both have, and the error of an entry that is not there. */
export const TABLES = {
  file: {
    table: sql.raw('storage_file'),
    key: sql.raw('file_id'),
    place: sql.raw('folder_id'),
    missing: 'files.not_found',
  },
  folder: {
    table: sql.raw('storage_folder'),
    key: sql.raw('folder_id'),
    place: sql.raw('parent_id'),
    missing: 'files.folder_not_found',
  },
} as const

/** The condition that a row of files or folders is the owner's. The unit is repeated beside row-level security for the sake of the indexes. */
export function ownedBy({ unitId, userId }: Owner): SQL {
  return sql`unit_id = ${unitId}::uuid and owner_id = ${userId}::uuid`
}

/** The condition that a row is the owner's, outside the bin, and in a folder, or at the top for null. */
export function liesIn(kind: EntryKind, owner: Owner, folderId: string | null): SQL {
  const isThere = folderId === null ? sql`is null` : sql`= ${folderId}::uuid`
  return sql`${ownedBy(owner)} and ${TABLES[kind].place} ${isThere} and deleted_at is null`
}

/**
 * Serialises changes of a person's names and folders until the transaction ends, so that two uploads cannot take the same name and nothing arrives in
 * a folder that is being removed.
 */
export async function lockNames(tx: Tx, owner: Owner): Promise<void> {
  await lockUntilEnd(tx, `storage names of ${owner.userId}`)
}

/** `folderId`: the folder that it is in; null at the top. */
const entryRow = z.object({ id: z.string(), name: z.string(), folderId: z.nullable(z.string()), removed: z.boolean() })
type Entry = z.infer<typeof entryRow>

/** The owner's file or folder, also in the bin; throws 'files.not_found' or 'files.folder_not_found'. */
export async function findEntryAnywhere(tx: Tx, owner: Owner, kind: EntryKind, id: string): Promise<Entry> {
  const { table, key, place, missing } = TABLES[kind]
  const [found] = await queryRows(tx, entryRow)`
    select ${key} as id, name, ${place} as "folderId", deleted_at is not null as removed from ${table}
    where ${ownedBy(owner)} and ${key} = ${asId(id)}`
  if (!found) throw new PortalError(missing)
  return found
}

/** The owner's file or folder outside the bin; throws as `findEntryAnywhere`. */
export async function findEntry(tx: Tx, owner: Owner, kind: EntryKind, id: string): Promise<Entry> {
  const found = await findEntryAnywhere(tx, owner, kind, id)
  if (found.removed) throw new PortalError(TABLES[kind].missing)
  return found
}

/** The owner's file outside the bin with all of its columns; throws 'files.not_found'. */
export async function findFile(tx: Tx, owner: Owner, fileId: string): Promise<typeof storageFile.$inferSelect> {
  const isWanted = sql`${ownedBy(owner)} and file_id = ${asId(fileId)} and deleted_at is null`
  const [found] = await tx.select().from(storageFile).where(isWanted)
  if (!found) throw new PortalError('files.not_found')
  return found
}

/** The data of a download. */
export const readableFile = z.object({
  name: z.string(),
  createdAt: z.coerce.date(),
  sha256: z.string(),
  size: z.number(),
})
export type ReadableFile = z.infer<typeof readableFile>

/** Whether the owner has a file of exactly so many bytes, also in the bin. */
export function hasFileOfSize(tx: Tx, owner: Owner, size: number): Promise<boolean> {
  return queryAny(tx)`select from storage_file where ${ownedBy(owner)} and size = ${size} limit 1`
}

// Besides control characters: line separators, lone surrogates, and marks that reverse the direction of text, by which "gpj.exe" reads as
// "exe.jpg". Joiners stay allowed, because emoji are made with them.
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/u

/**
 * The stored form of a name (Unicode NFC, so that equal looking names are equal); throws 'storage.name_invalid' unless it has 1 to 255 characters and
 * nothing that could leave a folder or deceive a reader. It is never used on the disk.
 */
export function checkName(name: string): string {
  const kept = name.normalize('NFC')
  const length = Array.from(kept).length
  if (length === 0 || length > FILE_NAME_LENGTH || kept.trim() === '' || REFUSED.test(kept) || /^\.{1,2}$/.test(kept)) {
    throw new PortalError('storage.name_invalid')
  }
  return kept
}

/** Puts an ending behind a name's stem and cuts the stem so that both fit: to FILE_NAME_LENGTH characters. An ending that alone is too long is cut. */
function joinWithin(stem: string, ending: string): string {
  const space = Math.max(0, FILE_NAME_LENGTH - Array.from(ending).length)
  return Array.from(Array.from(stem).slice(0, space).join('') + ending)
    .slice(0, FILE_NAME_LENGTH)
    .join('')
}

/**
 * The name if it is free, else with the lowest free number from 2 on before its extension: `plan (2).pdf`. `join` puts the number and the extension
 * behind a stem, which it may have to cut.
 */
export function findFreeName(name: string, taken: Pick<ReadonlySet<string>, 'has'>, join = joinWithin): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const extension = dot > 0 ? name.slice(dot) : ''
  for (let number = 2; ; number++) {
    const candidate = join(stem, ` (${number})${extension}`)
    if (!taken.has(candidate)) return candidate
  }
}

/** The wanted name, numbered when another file, or folder, of its place has it. Stays free until the transaction ends if names are locked. */
export async function chooseName(
  tx: Tx,
  owner: Owner,
  kind: EntryKind,
  { name, folderId }: Pick<Entry, 'name' | 'folderId'>,
): Promise<string> {
  const { table } = TABLES[kind]
  const alive = liesIn(kind, owner, folderId)
  if (!(await queryAny(tx)`select from ${table} where ${alive} and name = ${name}`)) return name
  return findFreeName(name, new Set(await queryValues(tx, z.string())`select name from ${table} where ${alive}`))
}
