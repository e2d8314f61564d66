import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import * as z from 'zod/mini'
import type { PersonKey } from '../../../../contract/endpoints/people/people.ts'
import * as personExport from '../../../../contract/endpoints/people/person-export.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Tx } from '../../../db/database.ts'
import { queryOne, queryRows, queryValue, queryValues } from '../../../db/query.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { streamZip, type ZipEntry } from '../../../runtime/zip.ts'
import { requireMayActFor } from '../../auth/may-act-for.ts'
import { sendZip } from '../../files/zip.ts'
import { createNumberSeal } from '../record/sealed-numbers.ts'
import { recordFaceUse } from '../../faces/face-audit.ts'
import { pictureLabel } from '../../faces/seal-face.ts'
import { requirePerson, targetOf } from '../list/list-people.ts'
import { collectRecord, type CollectedRecord, type Subject } from './collect-record.ts'
import { writeIndex } from './write-index.ts'

/** Exports that one administrator may ask for. */
const EXPORTS_PER_MINUTE = 10
/** Records that are collected at once in this process, and those that wait. */
const RUNNING_MAX = 2
const WAITING_MAX = 20
/** Seconds. */
const RETRY_AFTER = 5

/** Registers the export of everything about one person. */
export function registerPersonExport(app: FastifyInstance, bytes: ByteStore | undefined): void {
  const limit = createRequestLimit({ name: 'person export', perMinute: EXPORTS_PER_MINUTE })
  const turns = pLimit(RUNNING_MAX)
  route(app, personExport.describe, async (key, { tx, session }) =>
    previewExport(tx, (await requireSubject(tx, session, key)).subject),
  )
  streamRoute(app, personExport.download, async (call) => {
    const key = call.parse({})
    if (turns.pendingCount >= WAITING_MAX) throw new PortalError('server.unavailable', { retryAfter: RETRY_AFTER })
    await call.inUnit(async (tx) => {
      await limit(call.request, tx)
      await requireSubject(tx, call.session, key)
      call.checked()
    })
    return sendExport(call, key, bytes, turns)
  })
}

interface Found {
  readonly subject: Subject
  readonly name: string
}

/** Throws 'people.gone' and 'access.denied'. */
async function requireSubject(tx: Tx, session: Session, key: PersonKey): Promise<Found> {
  const { userId, realName } = await requirePerson(tx, key)
  const users = await queryValues(tx, z.string())`
    select l.user_id as id from user_account a join user_account l on l.user_id in (a.user_id, a.parent_id) or l.parent_id = a.user_id
    where a.user_id = ${userId}::uuid`
  await requireMayActFor(tx, session, users)
  return { subject: { studentId: key.kind === 'pupil' ? key.id : null, users }, name: realName }
}

function previewExport(tx: Tx, { studentId, users }: Subject): Promise<personExport.ExportPreview> {
  const theirs = sql`${sql.param([...users])}::uuid[]`
  return queryValue(tx, personExport.describe.response)`
    with recursive all_files as materialized (
      select f.size, row_number() over (order by f.created_at desc, f.file_id) as place from storage_file f where f.owner_id = any (${theirs})),
    chosen (place, taken, count) as (
      select 0::bigint, 0::bigint, 0::bigint
      union all
      select f.place, c.taken + case when fits then f.size else 0 end, c.count + case when fits then 1 else 0 end
      from chosen c join all_files f on f.place = c.place + 1, lateral (select c.taken + f.size <= ${personExport.EXPORT_FILES_MAX} as fits) s)
    select json_build_object(
      'files', (select count(*) from all_files), 'bytes', (select coalesce(sum(size), 0) from all_files),
      'filesIncluded', (select max(count) from chosen),
      'photos', (select count(*) from face_photo p where p.user_id = any (${theirs})),
      'messages', (select count(*) from message_recipient r where r.user_id = any (${theirs})),
      'attendance', (select count(*) from attendance_event e where e.student_id = ${studentId}::uuid or e.user_id = any (${theirs}))) as preview`
}

/** The record is written to a folder first: no transaction is open while a slow connection takes the answer. */
async function sendExport(
  call: StreamCall,
  key: PersonKey,
  bytes: ByteStore | undefined,
  inTurn: LimitFunction,
): Promise<FastifyReply> {
  const folder = join(tmpdir(), `portal-person-${randomUUID()}`)
  const forget = () => rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  try {
    const found = await inTurn(() => call.inUnit((tx) => collect(tx, call, key, folder), 'export'))
    const at = new Date(call.request.server.now())
    const output = streamZip(archiveOf(call, found, { folder, bytes, at }))
    output.once('close', () => void forget())
    return sendZip(call, `${found.name}-${at.toISOString().slice(0, 10)}`, { output })
  } catch (error) {
    await forget()
    throw error
  }
}

interface Collected extends Found {
  readonly school: string
  readonly record: CollectedRecord
  readonly pictures: readonly { photoId: string; sealed: Buffer }[]
  readonly portrait: { readonly sha256: string; readonly type: string } | null
  readonly files: number
}

const photo = z.object({ photoId: z.string(), sealed: z.instanceof(Buffer) })
const around = z.object({
  school: z.string(),
  portrait: z.nullable(z.object({ sha256: z.string(), type: z.string() })),
  files: z.number(),
})

async function collect(tx: Tx, call: StreamCall, key: PersonKey, folder: string): Promise<Collected> {
  const { session, request, record } = call
  const found = await requireSubject(tx, session, key)
  const theirs = sql`${sql.param([...found.subject.users])}::uuid[]`
  const seal = createNumberSeal(request.server.vault, session.unitId)
  const collected = await collectRecord(tx, found.subject, folder, seal)
  const pictures = await queryRows(tx, photo)`
    select p.photo_id as "photoId", p.sealed_picture as sealed from face_photo p where p.user_id = any (${theirs}) order by p.registered_at`
  const more = await queryOne(tx, around)`
    select u.name as school, (
        select json_build_object('sha256', p.sha256, 'type', p.media_type) from account_picture p where p.user_id = any (${theirs}) limit 1) as portrait,
      (select count(*) from storage_file f where f.owner_id = any (${theirs}))::int as files
    from unit u where u.unit_id = ${session.unitId}`
  const { unitId, userId: actorId } = session
  const detail = String(pictures.length)
  if (pictures.length > 0)
    for (const userId of found.subject.users)
      await recordFaceUse(tx, { unitId, userId, actorId, kind: 'exported', detail, address: request.ip })
  const changes = { files: collected.included.length, photos: pictures.length }
  await record(tx, { target: targetOf(key), changes })
  return { ...found, ...more, record: collected, pictures }
}

async function* archiveOf(
  { session, request }: StreamCall,
  { name, school, record, pictures, portrait, files }: Collected,
  { folder, bytes, at }: { folder: string; bytes: ByteStore | undefined; at: Date },
): AsyncGenerator<ZipEntry> {
  const beyond = files - record.included.length
  const index = writeIndex(record, pictures.length, { name, school, at: at.toISOString(), beyond, limit: '1 GB' })
  yield { path: 'index.html', at, compress: true, bytes: Buffer.from(index) }
  for (const file of record.files)
    yield { path: file.name, at, compress: true, open: async () => createReadStream(join(folder, file.name)) }
  const { vault } = request.server
  for (const { photoId, sealed } of pictures)
    yield { path: `face/${photoId}.jpg`, at, compress: false, bytes: vault.openBytes(sealed, pictureLabel(photoId)) }
  const stored = [...record.included]
  if (portrait)
    stored.unshift({ path: `picture.${portrait.type.split('/')[1] ?? 'bin'}`, sha256: portrait.sha256, changedAt: at })
  const missing: string[] = []
  for (const { path, sha256, changedAt } of stored) {
    const content = await open(bytes, { unitId: session.unitId, sha256 })
    if (content)
      try {
        yield { path, at: changedAt, open: async () => content }
      } finally {
        content.destroy()
      }
    else missing.push(path)
  }
  if (missing.length === 0) return
  request.log.error({ files: missing.length }, 'the bytes of files for an export are not in the store')
  yield { path: 'files/MISSING.txt', at, compress: true, bytes: Buffer.from(`${missing.join('\n')}\n`) }
}

async function open(bytes: ByteStore | undefined, name: { unitId: string; sha256: string }): Promise<Readable | null> {
  try {
    return (await bytes?.openObject(name)) ?? null
  } catch (error) {
    if (error instanceof PortalError && error.code === 'files.not_found') return null
    throw error
  }
}
