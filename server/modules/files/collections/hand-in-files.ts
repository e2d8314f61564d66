import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  handedInFile,
  type handInFiles,
  type HandedInFile,
} from '../../../../contract/endpoints/storage/collections.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Call } from '../../../http/call.ts'
import { isRowId, lockUntilEnd, type Tx } from '../../../db/database.ts'
import { asId, isoText, queryRows, queryValue } from '../../../db/query.ts'
import { findFile, ownerOf, readableFile, type ReadableFile } from '../entries.ts'

const askedRow = z.object({
  studentId: z.string(),
  classId: z.string(),
  maxFiles: z.number(),
  maxBytes: z.nullable(z.number()),
  closed: z.boolean(),
  due: z.boolean(),
})

/**
 * Hands in files of the calling pupil: in place of the earlier ones that are not named until it is due, beside all of them afterwards. The same call again adds nothing.
 * Throws 'handin.gone', 'handin.closed', 'handin.files', 'handin.size', 'handin.class_full' and 'files.not_found'.
 */
export async function handInOwnFiles(
  { id, fileIds }: ParsedRequestOf<typeof handInFiles>,
  call: Call,
): Promise<HandedInFile[]> {
  const { tx, session } = call
  if (!isRowId(id)) throw new PortalError('handin.gone')
  await lockUntilEnd(tx, `hand-in ${id} of ${session.userId}`)
  const [asked] = await queryRows(tx, askedRow)`
    select o.student_id as "studentId", h.class_id as "classId", h.max_files as "maxFiles", h.max_bytes::float8 as "maxBytes", h.closed_at is not null as closed,
      h.due_at <= now() as due
    from hand_in h join portal_own_students() o on o.class_id = h.class_id and o.is_self where h.hand_in_id = ${id}::uuid and h.removed_at is null`
  if (!asked) throw new PortalError('handin.gone')
  if (asked.closed) throw new PortalError('handin.closed')
  const before = await readFiles(tx, id, asked.studentId)
  const named = new Set(fileIds)
  const kept = asked.due ? before : before.filter(({ shown }) => named.has(shown.id))
  for (const { shown } of before) named.delete(shown.id)
  const files = []
  for (const fileId of named) files.push(await findFile(tx, ownerOf(call), fileId))
  if (files.some(({ size }) => asked.maxBytes !== null && size > asked.maxBytes)) throw new PortalError('handin.size')
  const isKept = (file: { name: string; sha256: string }) =>
    kept.some(({ name, sha256 }) => name === file.name && sha256 === file.sha256)
  const added = files.filter((file) => !isKept(file))
  if (kept.length + added.length > asked.maxFiles) throw new PortalError('handin.files')
  if (!asked.due) {
    await tx.execute(sql`
      delete from hand_in_file where hand_in_id = ${id}::uuid and student_id = ${asked.studentId}::uuid
        and hand_in_file_id <> all (${sql.param(kept.map(({ shown }) => shown.id))}::uuid[])`)
  }
  const size = added.reduce((sum, file) => sum + file.size, 0)
  if (added.length > 0) await reserveOfClass(tx, asked.classId, size)
  // A microsecond apart, because they are listed in the order in which they came, and identifiers of the same millisecond have none.
  await tx.execute(sql`
    insert into hand_in_file (unit_id, hand_in_id, student_id, user_id, name, sha256, size, created_at)
    select ${session.unitId}::uuid, ${id}::uuid, ${asked.studentId}::uuid, ${session.userId}::uuid, name, sha256, size,
      now() - (${added.length}::bigint - at) * interval '1 microsecond'
    from rows from (json_to_recordset(${JSON.stringify(added)}::json) as (name text, sha256 text, size bigint)) with ordinality f (name, sha256, size, at)`)
  return (await readFiles(tx, id, asked.studentId)).map(({ shown }) => shown)
}

/** Holds the room until the transaction ends, as the trigger of the table does again. Throws 'handin.class_full'. */
async function reserveOfClass(tx: Tx, classId: string, size: number): Promise<void> {
  await lockUntilEnd(tx, `storage room of class ${classId}`)
  const fits = await queryValue(tx, z.boolean())`
    select coalesce(portal_class_storage(${classId}::uuid) + ${size}::bigint <= portal_class_quota(${classId}::uuid), true)`
  if (!fits) throw new PortalError('handin.class_full')
}

const fileRow = z.object({ shown: handedInFile, name: z.string(), sha256: z.string() })

async function readFiles(tx: Tx, handInId: string, studentId: string) {
  return queryRows(tx, fileRow)`
    select json_build_object('id', f.hand_in_file_id, 'name', f.name, 'size', f.size, 'late', f.created_at > h.due_at,
      'createdAt', ${isoText(sql`f.created_at`)}) as shown, f.name, f.sha256
    from hand_in_file f join hand_in h using (hand_in_id)
    where f.hand_in_id = ${handInId}::uuid and f.student_id = ${studentId}::uuid order by f.created_at, f.hand_in_file_id`
}

/** A file that was handed in, for the teacher who asked, the pupil and the parents. Throws 'files.not_found'. */
export async function findHandedIn(tx: Tx, id: string): Promise<ReadableFile> {
  const [found] = await queryRows(tx, readableFile)`
    select f.name, f.sha256, f.size, f.created_at as "createdAt" from hand_in_file f
    where f.hand_in_file_id = ${asId(id)} and (f.student_id in (select o.student_id from portal_own_students() o)
      or f.hand_in_id in (select h.hand_in_id from hand_in h where portal_keeps_hand_in(h.class_id, h.author_id)))`
  if (!found) throw new PortalError('files.not_found')
  return found
}
