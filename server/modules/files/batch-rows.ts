import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows, queryValues } from '../../db/query.ts'
import type { StreamCall } from '../../http/call.ts'
import { fileAsJson, fileRow, toStoredFile, type Destination, type FileRow, type KeptBytes } from './stored-file.ts'
import { lockNames, type Owner } from './entries.ts'
import { recordObjects } from './filing.ts'
import { readRefusal, selectRefusal, reserveQuota, type AddedUsage } from './quotas.ts'

/** A file of a call with many, with its digests. */
export interface SmallFile extends KeptBytes, Destination {}

const standing = z.object({
  hasFolder: z.boolean(),
  hasBytes: z.boolean(),
  isTaken: z.boolean(),
  same: z.nullable(fileRow),
})
type Judged = z.infer<typeof standing> & { readonly file: SmallFile }

/**
 * The files that can be stored at once: the folder exists, the name is free or has these very bytes, and the quota suffices for all. Only a pre-
 * check, which spares discarded writes.
 */
export async function findPlain(call: StreamCall, owner: Owner, files: readonly SmallFile[]): Promise<SmallFile[]> {
  const wanted = firstOfEachName(files)
  if (wanted.length === 0) return []
  const standings = z.parse(z.array(standing), await call.onceInUnit(selectStandings(owner, wanted)))
  const plain = judge(wanted, standings).filter(isPlain)
  const refused = readRefusal(await call.onceInUnit(selectRefusal(usageOf(plain), false)))
  return refused === null ? plain.map(({ file }) => file) : []
}

/**
 * Stores all of these as `recordObjects` and `fileBytes` would one by one. Throws 'server.unavailable' when one of them has become complicated, and
 * 'storage.quota_person' or 'storage.quota_unit'.
 */
export async function fileBatch(
  tx: Tx,
  owner: Owner,
  files: readonly SmallFile[],
): Promise<Map<SmallFile, StoredFile>> {
  await recordObjects(tx, owner, files)
  await lockNames(tx, owner)
  const judged = judge(files, await queryRows(tx, standing)`${selectStandings(owner, files)}`)
  if (!judged.every(isPlain)) throw new PortalError('server.unavailable')
  const stored = new Map<SmallFile, StoredFile>()
  for (const { file, same } of judged) {
    if (same && file.replaces === undefined) stored.set(file, toStoredFile(same, file))
  }
  const missing = files.filter((file) => !stored.has(file))
  if (missing.length === 0) return stored
  await reserveQuota(tx, usageOf(judged))
  const made = new Map((await insertFiles(tx, owner, missing)).map((row) => [pathKey(row), row]))
  for (const file of missing) {
    const row = made.get(pathKey(file))
    if (!row) throw new Error('a file was not inserted')
    stored.set(file, toStoredFile(row, file))
  }
  return stored
}

/** One JSON text instead of hundreds of values: the query builder would take longer than the database. */
async function insertFiles(tx: Tx, { unitId, userId }: Owner, files: readonly SmallFile[]): Promise<FileRow[]> {
  const list = JSON.stringify(
    files.map(({ name, folderId, sha256, size }) => ({ name, folder_id: folderId, sha256, size })),
  )
  return queryValues(tx, fileRow)`
    insert into storage_file as s (unit_id, owner_id, folder_id, name, asked_name, sha256, size)
    select ${unitId}::uuid, ${userId}::uuid, folder_id, name, name, sha256, size
    from json_to_recordset(${list}::json) as w(name text, folder_id uuid, sha256 text, size bigint)
    returning ${fileAsJson}`
}

/** A second file of the same name has to wait for the result of the first. */
function firstOfEachName(files: readonly SmallFile[]): SmallFile[] {
  const first = new Map<string, SmallFile>()
  for (const file of files) if (!first.has(pathKey(file))) first.set(pathKey(file), file)
  return [...first.values()]
}

function pathKey({ folderId, name }: { folderId: string | null; name: string }): string {
  return `${folderId ?? ''}/${name}`
}

function isPlain({ file, hasFolder, isTaken, same }: Judged): boolean {
  if (file.replaces !== undefined) return hasFolder && !isTaken
  return hasFolder && (same !== null || !isTaken)
}

/** The usage of the new files; repeated bytes cost the unit once. */
function usageOf(files: readonly Judged[]): AddedUsage {
  let [person, unit] = [0, 0]
  const counted = new Set<string>()
  for (const { file, hasBytes, same } of files) {
    if (same && file.replaces === undefined) continue
    person += file.size
    if (!hasBytes && !counted.has(file.sha256)) unit += file.size
    counted.add(file.sha256)
  }
  return { person, unit }
}

/** One row for each file, in their order. */
function selectStandings({ unitId, userId }: Owner, files: readonly SmallFile[]): SQL {
  const wanted = JSON.stringify(
    files.map(({ name, folderId, sha256 }, at) => ({ at, name, folder_id: folderId, sha256 })),
  )
  // Names are compared as in their unique index.
  return sql`
    with wanted as (
      select at, name, folder_id, sha256, coalesce(folder_id, '00000000-0000-0000-0000-000000000000') as folder_key
      from json_to_recordset(${wanted}::json) as w(at integer, name text, folder_id uuid, sha256 text)
    )
    select
      w.folder_id is null or exists (
        select from storage_folder d where d.unit_id = ${unitId}::uuid and d.owner_id = ${userId}::uuid
          and d.folder_id = w.folder_id and d.deleted_at is null
      ) as "hasFolder",
      exists (
        select from storage_file b where b.unit_id = ${unitId}::uuid and b.owner_id = ${userId}::uuid
          and b.sha256 = w.sha256
      ) as "hasBytes",
      exists (
        select from storage_file n where n.unit_id = ${unitId}::uuid and n.owner_id = ${userId}::uuid
          and coalesce(n.folder_id, '00000000-0000-0000-0000-000000000000') = w.folder_key
          and n.name = w.name and n.deleted_at is null
      ) as "isTaken",
      (
        select ${fileAsJson}
        from storage_file s where s.unit_id = ${unitId}::uuid and s.owner_id = ${userId}::uuid
          and s.folder_id is not distinct from w.folder_id and s.sha256 = w.sha256 and s.deleted_at is null
          and (s.name = w.name or s.asked_name = w.name)
        limit 1
      ) as same
    from wanted w order by w.at`
}

function judge(files: readonly SmallFile[], standings: readonly z.infer<typeof standing>[]): Judged[] {
  return files.flatMap((file, at) => {
    const one = standings[at]
    return one ? [{ file, ...one }] : []
  })
}
