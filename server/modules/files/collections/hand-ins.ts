import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as collections from '../../../../contract/endpoints/storage/collections.ts'
import { HAND_IN_LIMITS } from '../../../../contract/endpoints/storage/collections.ts'
import { BIN_DAYS } from '../../../../contract/limits.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { fieldError, type Call } from '../../../http/call.ts'
import { lockUntilEnd, type Tx } from '../../../db/database.ts'
import { asId, isoText, queryRows, queryValue, queryValues } from '../../../db/query.ts'
import { classNames } from '../../units/class-names.ts'

/** The members of a `HandIn` of the row h. */
const handInMembers = sql`
  'id', h.hand_in_id, 'classId', h.class_id, 'class', ${classNames}, 'title', h.title, 'text', h.body, 'dueAt', ${isoText(sql`h.due_at`)},
  'maxFiles', h.max_files, 'maxBytes', h.max_bytes, 'closedAt', ${isoText(sql`h.closed_at`)}, 'createdAt', ${isoText(sql`h.created_at`)},
  'classStorage', (select k.storage from class_storage k where k.class_id = h.class_id)`

/** The storage of the classes of these hand-ins, each class once as a part of `with`. */
const classStorage = (handIns: SQL): SQL => sql`
  class_storage as (
    select k.class_id, json_build_object('used', portal_class_storage(k.class_id), 'quota', portal_class_quota(k.class_id)) as storage
    from (select distinct h.class_id from hand_in h where ${handIns}) k)`

/** How many pupils the class of h has now, and how many of them have handed in, and late. */
const countMembers = sql`
  'students', (select count(*) from student s where s.class_id = h.class_id),
  'handedIn', (select count(distinct f.student_id) from hand_in_file f join student s using (student_id)
    where f.hand_in_id = h.hand_in_id and s.class_id = h.class_id),
  'late', (select count(distinct f.student_id) from hand_in_file f join student s using (student_id)
    where f.hand_in_id = h.hand_in_id and s.class_id = h.class_id and f.created_at > h.due_at)`

/** The files of pupil s for h, in the order of their coming. */
const filesOfStudent = sql`coalesce((
  select json_agg(json_build_object('id', f.hand_in_file_id, 'name', f.name, 'size', f.size, 'createdAt', ${isoText(sql`f.created_at`)},
    'late', f.created_at > h.due_at) order by f.created_at, f.hand_in_file_id)
  from hand_in_file f where f.hand_in_id = h.hand_in_id and f.student_id = s.student_id), '[]')`

/** The hand-ins that the caller keeps (as head of the class, or as their author who still teaches it), and those asked of the caller or of the children, the latest first. */
export async function listHandIns(
  _: unknown,
  { tx }: Pick<Call, 'tx'>,
): Promise<ResponseOf<typeof collections.listHandIns>> {
  const isMade = sql`portal_keeps_hand_in(h.class_id, h.author_id)`
  const shape = collections.listHandIns.response.shape
  const made = await queryValues(tx, shape.made.def.element)`
    with ${classStorage(isMade)}
    select json_build_object(${handInMembers}, ${countMembers})
    from hand_in h join class_group c using (class_id) join grade g using (grade_id)
    where ${isMade} and h.removed_at is null order by h.created_at desc, h.hand_in_id limit ${HAND_IN_LIMITS.listed}`
  const removed = await queryValues(tx, shape.removed.def.element)`
    with ${classStorage(isMade)}
    select json_build_object(${handInMembers}, ${countMembers}, 'removedAt', ${isoText(sql`h.removed_at`)},
      'goneAt', ${isoText(sql`(h.removed_at + make_interval(days => ${BIN_DAYS}))`)},
      'files', (select count(*) from hand_in_file f where f.hand_in_id = h.hand_in_id))
    from hand_in h join class_group c using (class_id) join grade g using (grade_id)
    where ${isMade} and h.removed_at is not null order by h.removed_at desc, h.hand_in_id limit ${HAND_IN_LIMITS.listed}`
  const asked = await queryValues(tx, shape.asked.def.element)`
    with ${classStorage(sql`h.class_id in (select o.class_id from portal_own_students() o)`)}
    select json_build_object(${handInMembers}, 'files', ${filesOfStudent},
      'author', (select json_build_object('realName', a.real_name, 'englishName', a.english_name) from user_account a where a.user_id = h.author_id),
      'student', json_build_object('studentId', s.student_id, 'name', s.real_name, 'englishName', s.english_name, 'isSelf', o.is_self))
    from portal_own_students() o join student s on s.student_id = o.student_id
      join hand_in h on h.class_id = o.class_id join class_group c on c.class_id = h.class_id join grade g using (grade_id)
    where c.closed_on is null and h.removed_at is null order by h.created_at desc, h.hand_in_id, s.student_number limit ${HAND_IN_LIMITS.listed}`
  return { made, asked, removed }
}

export async function listTaughtClasses(
  _: unknown,
  { tx }: Call,
): Promise<ResponseOf<typeof collections.handInClasses>> {
  return queryRows(tx, collections.handInClasses.response.def.element)`
    select c.class_id as "classId", n.name ->> 'name' as name, n.name ->> 'englishName' as "englishName",
      (select count(*) from student s where s.class_id = c.class_id) as students
    from class_group c join grade g using (grade_id) cross join lateral (select ${classNames} as name) n
    where c.class_id in (select portal_taught_classes()) order by g.position, c.position, c.name`
}

/** Makes or changes a hand-in. Throws 'handin.class', 'handin.gone', 'request.invalid', and 'handin.past' for another time than it has. */
export async function saveHandInOf(
  { id, newId, classId, title, text, dueAt, maxFiles, maxBytes }: ParsedRequestOf<typeof collections.saveHandIn>,
  { tx, session }: Call,
): Promise<{ id: string }> {
  if (Number.isNaN(Date.parse(dueAt))) throw fieldError('dueAt', 'handin.past')
  const before = id === null ? await lockMade(tx, newId, { classId, userId: session.userId }) : await lockOwn(tx, id)
  const fits = await queryValue(tx, z.boolean())`
    select ${dueAt}::timestamptz between now() and now() + interval '1 year'`
  if (!fits && before?.dueAt !== new Date(dueAt).getTime()) throw fieldError('dueAt', 'handin.past')
  if (before) {
    await tx.execute(sql`
      update hand_in set title = ${title}, body = ${text}, due_at = ${dueAt}::timestamptz, max_files = ${maxFiles}, max_bytes = ${maxBytes}
      where hand_in_id = ${before.id}::uuid`)
    return { id: before.id }
  }
  const taught = await queryValue(tx, z.boolean())`
    select coalesce(${asId(classId)} in (select portal_taught_classes()), false)`
  if (!taught) throw new PortalError('handin.class')
  const [made] = await queryRows(tx, collections.saveHandIn.response)`
    insert into hand_in (hand_in_id, unit_id, class_id, author_id, title, body, due_at, max_files, max_bytes)
    values (coalesce(${newId ?? null}::uuid, portal_new_id()), ${session.unitId}, ${classId}::uuid, ${session.userId}, ${title}, ${text}, ${dueAt}::timestamptz, ${maxFiles}, ${maxBytes})
    on conflict do nothing returning hand_in_id as id`
  // The id is taken by a row that the caller does not see, of another unit or class.
  if (!made) throw new PortalError('request.invalid')
  return made
}

/**
 * The hand-in that an earlier save of the author's made for this class under the id; its answer was lost on the way. Undefined where there is none yet.
 * Throws 'handin.gone' for one that was removed since, and 'request.invalid' for what is not the author's or of another class.
 */
async function lockMade(
  tx: Tx,
  newId: string | undefined,
  { classId, userId }: { readonly classId: string; readonly userId: string },
): Promise<OwnHandIn | undefined> {
  if (newId === undefined) return undefined
  // The first save may still be at work.
  await lockUntilEnd(tx, `hand-in ${newId}`)
  const [same] = await queryValues(tx, z.boolean())`
    select coalesce(author_id = ${userId}::uuid and class_id::text = ${classId}, false) from hand_in where hand_in_id = ${newId}::uuid`
  if (same === undefined) return undefined
  if (!same) throw new PortalError('request.invalid')
  return lockOwn(tx, newId)
}

/** One of the caller's own, with the pupils of its class and those who handed in and have left. Throws 'handin.gone'. */
export async function readHandInOf(
  { id }: { readonly id: string },
  { tx }: Call,
): Promise<ResponseOf<typeof collections.readHandIn>> {
  const [found] = await queryValues(tx, collections.readHandIn.response)`
    with ${classStorage(sql`h.hand_in_id = ${asId(id)}`)}
    select json_build_object(${handInMembers}, ${countMembers}, 'remindedAt', ${isoText(sql`h.reminded_at`)}, 'people', coalesce((
      select json_agg(json_build_object('studentId', s.student_id, 'name', s.real_name, 'englishName', s.english_name, 'number', s.student_number,
        'inClass', s.class_id is not distinct from h.class_id, 'files', ${filesOfStudent}) order by s.student_number, s.student_id)
      from student s where s.class_id = h.class_id
        or s.student_id in (select f.student_id from hand_in_file f where f.hand_in_id = h.hand_in_id)), '[]'))
    from hand_in h join class_group c using (class_id) join grade g using (grade_id)
    where h.hand_in_id = ${asId(id)} and portal_keeps_hand_in(h.class_id, h.author_id) and h.removed_at is null`
  if (!found) throw new PortalError('handin.gone')
  return found
}

/** Closes or opens a hand-in of the caller's; repeatable. Throws 'handin.gone'. */
export async function setClosed(
  { id, closed }: ParsedRequestOf<typeof collections.closeHandIn>,
  { tx }: Call,
): Promise<void> {
  await lockOwn(tx, id)
  await tx.execute(sql`
    update hand_in set closed_at = ${closed ? sql`coalesce(closed_at, now())` : sql`null`} where hand_in_id = ${id}::uuid`)
}

const own = z.object({ id: z.string(), title: z.string(), dueAt: z.number(), wait: z.number(), closed: z.boolean() })
/** A hand-in of the caller's: `dueAt` in milliseconds, `wait`: seconds until people can be reminded again. */
export type OwnHandIn = z.infer<typeof own>

/** A hand-in of the caller's, which no other transaction changes until this one ends. Throws 'handin.gone'. */
export async function lockOwn(tx: Tx, id: string): Promise<OwnHandIn> {
  const [found] = await queryRows(tx, own)`
    select hand_in_id as id, title, floor(extract(epoch from due_at) * 1000)::float8 as "dueAt", closed_at is not null as closed,
      coalesce(extract(epoch from reminded_at + make_interval(mins => ${HAND_IN_LIMITS.reminder}) - now()), 0)::float8 as wait
    from hand_in where hand_in_id = ${asId(id)} and portal_keeps_hand_in(class_id, author_id) and removed_at is null for update`
  if (!found) throw new PortalError('handin.gone')
  return found
}

/** Removes a hand-in of the caller's, or restores it; repeatable. Throws 'handin.gone'. */
export async function setRemoved(removed: boolean, { id }: { readonly id: string }, { tx }: Call): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update hand_in set removed_at = ${removed ? sql`coalesce(removed_at, now())` : sql`null`}
    where hand_in_id = ${asId(id)} and portal_keeps_hand_in(class_id, author_id)`)
  if (!rowCount) throw new PortalError('handin.gone')
}
