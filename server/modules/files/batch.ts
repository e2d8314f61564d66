import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { StoredFile, BatchResult, uploadBatch } from '../../../contract/endpoints/storage/storage.ts'
import { BATCH_BYTES } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import { describeFailure } from '../../http/failures.ts'
import type { ByteSource, ByteStore, StorageDeps } from '../../blobs/byte-store.ts'
import { HEAD_LENGTH, isBlockedContent } from '../../blobs/content-kind.ts'
import { ownerOf, lockNames, type Owner } from './entries.ts'
import { writeObjects } from './object-leases.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { checkFileName, receiveWhole } from './whole-file.ts'
import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Destination, KeptBytes } from './destination.ts'
import { toStoredFile } from './filing.ts'
import { readRefusal, selectRefusal, reserveQuota, type AddedUsage } from './quotas.ts'

/** Objects of one call that are written at once: the disk joins what is synced together. */
const WRITTEN_AT_ONCE = 8

type Listed = ParsedRequestOf<typeof uploadBatch>['files'][number]

interface BatchBody {
  readonly bytes: ByteSource
  input(): ParsedRequestOf<typeof uploadBatch>
}

/** One file of a call, with what is to become of it. */
interface Sent {
  readonly listed: Listed
  readonly bytes: Buffer
  /** Undefined for one that the single upload has to refuse. */
  readonly small: SmallFile | undefined
}

/**
 * Stores small files of one call. Files without complications are stored together: first all bytes, then all rows in one short transaction. Any other
 * (a taken name, a quota, a missing folder, refused bytes) is stored as a single file, so that the same rules apply and it does not delay the others.
 */
export async function receiveBatch(
  deps: StorageDeps,
  body: BatchBody,
  call: StreamCall,
): Promise<ResponseOf<typeof uploadBatch>> {
  const bytes = await readAll(body.bytes)
  const sent = cut(body.input().files, bytes)
  const stored = await storePlain(deps, sent, call)
  const files: BatchResult[] = []
  for (const one of sent) {
    const file = one.small && stored.get(one.small)
    files.push(file ? { file } : await storeAlone(deps, one, call))
  }
  return { files }
}

/** The body in memory. Throws 'request.too_large'. */
async function readAll(source: ByteSource): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  await source((piece) => {
    size += piece.length
    if (size <= BATCH_BYTES) pieces.push(piece)
    return undefined
  })
  if (size > BATCH_BYTES) throw new PortalError('request.too_large')
  return Buffer.concat(pieces, size)
}

/** Each file with its own bytes. Throws 'request.invalid' when the list states more or fewer bytes than came. */
function cut(files: readonly Listed[], bytes: Buffer): Sent[] {
  let at = 0
  const sent = files.map((listed) => {
    const own = bytes.subarray(at, at + listed.size)
    at += listed.size
    return { listed, bytes: own, small: examine(listed, own) }
  })
  if (at !== bytes.length) throw new PortalError('request.invalid')
  return sent
}

/** The file to store; undefined when its name, content or MD5 will be refused. */
function examine({ name, md5, size, replaces, ...to }: Listed, bytes: Buffer): SmallFile | undefined {
  const folderId = to.folderId ?? null
  if (replaces !== undefined && replaces !== 'name') return undefined
  try {
    const kept = checkFileName(name)
    if (isBlockedContent(kept, bytes.subarray(0, HEAD_LENGTH))) return undefined
    if (folderId !== null && !isRowId(folderId)) return undefined
    if (digest('md5', bytes) !== md5) return undefined
    return { name: kept, folderId, md5, size, sha256: digest('sha256', bytes), replaces }
  } catch (error) {
    if (error instanceof PortalError) return undefined
    throw error
  }
}

function digest(algorithm: 'md5' | 'sha256', bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest('hex')
}

/** Stores the files without complications; the result lacks the others. */
async function storePlain(
  { bytes }: StorageDeps,
  sent: readonly Sent[],
  call: StreamCall,
): Promise<ReadonlyMap<SmallFile, StoredFile>> {
  const owner = ownerOf(call)
  const contents = new Map(sent.flatMap((one) => (one.small ? [[one.small, one.bytes]] : [])))
  const plain = await findPlain(call, owner, [...contents.keys()])
  if (plain.length === 0) return new Map()
  // The same bytes under two names are one object.
  const objects = new Map(plain.map((small) => [small.sha256, contents.get(small) ?? Buffer.alloc(0)]))
  try {
    return await writeObjects(call, [...objects.keys()], {
      write: () => keepObjects(bytes, owner.unitId, objects),
      record: (tx) => fileBatch(tx, owner, plain),
    })
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    return new Map()
  }
}

async function keepObjects(bytes: ByteStore, unitId: string, objects: ReadonlyMap<string, Buffer>): Promise<void> {
  const limit = pLimit(WRITTEN_AT_ONCE)
  const keeping = Array.from(objects, ([sha256, content]) => limit(() => bytes.keepBytes({ unitId, sha256 }, content)))
  // No write may continue after the return.
  const failed = (await Promise.allSettled(keeping)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

async function storeAlone(deps: StorageDeps, { listed, bytes }: Sent, call: StreamCall): Promise<BatchResult> {
  const claim = { name: listed.name, md5: listed.md5, folderId: listed.folderId ?? null, replaces: listed.replaces }
  const source: ByteSource = async (take) => take(bytes)
  try {
    return { file: await receiveWhole(deps, source, () => claim, call) }
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const { envelope, retryAfter } = describeFailure(error)
    const { status, code, message } = envelope
    return { failure: { status, code, message, ...(retryAfter !== undefined && { retryAfter }) } }
  }
}

interface SmallFile extends KeptBytes, Destination {}

/** A row of `storage_file` that is called s. */
const fileAsJson = sql.raw(`json_build_object('fileId', s.file_id, 'name', s.name, 'folderId', s.folder_id,
  'createdAt', floor(extract(epoch from s.created_at) * 1000))`)
const fileRow = z.object({
  fileId: z.string(),
  name: z.string(),
  folderId: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  createdAt: z.pipe(
    z.number(),
    z.transform((at) => new Date(at)),
  ),
})
type FileRow = z.infer<typeof fileRow>

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
async function findPlain(call: StreamCall, owner: Owner, files: readonly SmallFile[]): Promise<SmallFile[]> {
  const wanted = firstOfEachName(files)
  if (wanted.length === 0) return []
  const plain = judge(wanted, await call.onceInUnit(selectStandings(owner, wanted))).filter(isPlain)
  const refused = readRefusal(await call.onceInUnit(selectRefusal(usageOf(plain), false)))
  return refused === null ? plain.map(({ file }) => file) : []
}

/**
 * Stores all of these as `recordObject` and `fileBytes` would one by one. Throws 'server.unavailable' when one of them has become complicated, and
 * 'storage.quota_person' or 'storage.quota_unit'.
 */
async function fileBatch(tx: Tx, owner: Owner, files: readonly SmallFile[]): Promise<Map<SmallFile, StoredFile>> {
  await recordObjects(tx, owner, files)
  await lockNames(tx, owner)
  const { rows } = await tx.execute(selectStandings(owner, files))
  const judged = judge(files, rows)
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
  const { rows } = await tx.execute(sql`
    insert into storage_file as s (unit_id, owner_id, folder_id, name, asked_name, sha256, size)
    select ${unitId}::uuid, ${userId}::uuid, folder_id, name, name, sha256, size
    from json_to_recordset(${list}::json) as w(name text, folder_id uuid, sha256 text, size bigint)
    returning ${fileAsJson} as file`)
  return rows.map(({ file }) => z.parse(fileRow, file))
}

/** In a fixed order, so that two calls with the same bytes cannot deadlock. */
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

function judge(files: readonly SmallFile[], rows: readonly Record<string, unknown>[]): Judged[] {
  const standings = z.parse(z.array(standing), rows)
  return files.flatMap((file, at) => {
    const one = standings[at]
    return one ? [{ file, ...one }] : []
  })
}
