import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { StoredFile } from '../../../contract/endpoints/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { toStoredFile, type Destination, type KeptBytes } from './files-filing.ts'
import { lockNames, type Owner } from './files-owner.ts'
import { readRefusal, selectRefusal, takeRoom, type MoreBytes } from './storage-room.ts'

/** A file that is to be filed together with others: bytes, and the place where they are wanted. */
export interface SmallFile extends KeptBytes, Destination {}

/** A row of `storage_file` that is called s. */
const fileAsJson = sql.raw(`json_build_object('fileId', s.file_id, 'name', s.name, 'folderId', s.folder_id,
  'createdAt', floor(extract(epoch from s.created_at) * 1000))`)
const fileRow = z.object({
  fileId: z.string(),
  name: z.string(),
  folderId: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
})
type FileRow = z.infer<typeof fileRow>

function toStored({ createdAt, ...row }: FileRow, bytes: KeptBytes): StoredFile {
  return toStoredFile({ ...row, createdAt: new Date(createdAt) }, bytes)
}

const standing = z.object({
  hasFolder: z.boolean(),
  hasBytes: z.boolean(),
  isTaken: z.boolean(),
  same: z.nullable(fileRow),
})
type Judged = z.infer<typeof standing> & { readonly file: SmallFile }

/**
 * Those of the files that can be filed at once with nothing to decide: the folder is there, the name is free or has these very bytes, and there is
 * room for all of them. None when there is not. Promises nothing: it spares the store what would be thrown away.
 */
export async function findPlain(call: StreamCall, owner: Owner, files: readonly SmallFile[]): Promise<SmallFile[]> {
  const wanted = firstOfEachName(files)
  if (wanted.length === 0) return []
  const plain = judge(wanted, await call.onceInUnit(selectStandings(owner, wanted))).filter(isPlain)
  const refused = readRefusal(await call.onceInUnit(selectRefusal(roomFor(plain), false)))
  return refused === null ? plain.map(({ file }) => file) : []
}

/**
 * Files all of these, as one by one `recordObject` and `fileBytes` would. Throws 'server.unavailable' when one of them is not plain any more, and
 * without room 'storage.quota_person' or 'storage.quota_unit'.
 */
export async function fileTogether(
  tx: Tx,
  owner: Owner,
  files: readonly SmallFile[],
): Promise<Map<SmallFile, StoredFile>> {
  await recordObjects(tx, owner, files)
  await lockNames(tx, owner)
  const { rows } = await tx.execute(selectStandings(owner, files))
  const judged = judge(files, rows)
  if (!judged.every(isPlain)) throw new PortalError('server.unavailable')
  const stored = new Map<SmallFile, StoredFile>()
  for (const { file, same } of judged) {
    if (same) stored.set(file, toStored(same, file))
  }
  const missing = files.filter((file) => !stored.has(file))
  if (missing.length === 0) return stored
  await takeRoom(tx, roomFor(judged))
  const made = new Map((await insertFiles(tx, owner, missing)).map((row) => [placeOf(row), row]))
  for (const file of missing) {
    const row = made.get(placeOf(file))
    if (!row) throw new Error('a file was not inserted')
    stored.set(file, toStored(row, file))
  }
  return stored
}

/** One text instead of hundreds of values: the query builder would take longer for these than the database. */
async function insertFiles(tx: Tx, { unitId, userId }: Owner, files: readonly SmallFile[]): Promise<FileRow[]> {
  const list = JSON.stringify(
    files.map(({ name, folderId, sha256, size }) => ({ name, folder_id: folderId, sha256, size })),
  )
  const { rows } = await tx.execute(sql`
    insert into storage_file as s (unit_id, owner_id, folder_id, name, asked_name, sha256, size)
    select ${unitId}::uuid, ${userId}::uuid, folder_id, name, name, sha256, size
    from json_to_recordset(${list}::json) as w(name text, folder_id uuid, sha256 text, size bigint)
    returning ${fileAsJson} as file`)
  return rows.map(({ file }) => z.parse(fileRow, file))
}

/** Always in the same order: of two calls with the same bytes one waits for the other, and never both. */
async function recordObjects(tx: Tx, owner: Owner, files: readonly SmallFile[]): Promise<void> {
  const objects = [...new Map(files.map(({ sha256, md5, size }) => [sha256, { sha256, md5, size }])).values()].toSorted(
    (one, other) => (one.sha256 < other.sha256 ? -1 : 1),
  )
  await tx.execute(sql`
    insert into storage_object (unit_id, sha256, md5, size)
    select ${owner.unitId}::uuid, sha256, md5, size
    from json_to_recordset(${JSON.stringify(objects)}::json) as w(sha256 text, md5 text, size bigint)
    on conflict (unit_id, sha256) do update set confirmed_at = now()`)
}

/** A second file of the same name has to wait for what becomes of the first. */
function firstOfEachName(files: readonly SmallFile[]): SmallFile[] {
  const first = new Map<string, SmallFile>()
  for (const file of files) if (!first.has(placeOf(file))) first.set(placeOf(file), file)
  return [...first.values()]
}

function placeOf({ folderId, name }: { folderId: string | null; name: string }): string {
  return `${folderId ?? ''}/${name}`
}

function isPlain({ hasFolder, isTaken, same }: Judged): boolean {
  return hasFolder && (same !== null || !isTaken)
}

/** What the files cost that are not there yet; bytes that come twice cost the unit once. */
function roomFor(files: readonly Judged[]): MoreBytes {
  let [person, unit] = [0, 0]
  const counted = new Set<string>()
  for (const { file, hasBytes, same } of files) {
    if (same) continue
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
  // Names are looked for as their unique index has them.
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

function judge(files: readonly SmallFile[], rows: readonly Record<string, unknown>[]): Judged[] {
  const standings = z.parse(z.array(standing), rows)
  return files.flatMap((file, at) => {
    const one = standings[at]
    return one ? [{ file, ...one }] : []
  })
}
