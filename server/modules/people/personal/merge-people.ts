import { eq, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as merging from '../../../../contract/endpoints/people/merging.ts'
import { type MergePreview, MERGE_DAYS_MAX } from '../../../../contract/endpoints/people/merging.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { SEALED_FIELDS } from '../../../../contract/people/fields.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryAny, queryOne, queryValue, queryValues } from '../../../db/query.ts'
import { student, userAccount } from '../../../db/tables.generated.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import { requireAdministratorLeft } from '../../auth/last-administrator.ts'
import { readReach, requireMayActFor, requireOthersAccounts } from '../../auth/may-act-for.ts'
import { namePinyin } from '../../desktop/pinyin.ts'
import { isImporting } from './is-importing.ts'
import { unitTimeZone } from '../../units/unit-time-zone.ts'
import { joinedDetails, sealedColumns } from '../field-sql.ts'
import { type FoundPerson, requirePerson } from '../list/list-people.ts'
import { type Ids, mergeHead } from './merge-head.ts'
import { readPerson } from '../record/person-page.ts'
import { beginJob, requireNoJob } from './personal-jobs.ts'
import type { Merged } from './personal-rules.ts'

type Pair = ParsedRequestOf<typeof merging.preview>

const PARENT = 3

/** Two entries side by side. Throws as the endpoint says. */
export async function previewMerge(tx: Tx, caller: Session, pair: Pair): Promise<MergePreview> {
  const { keep, gone } = await requirePair(tx, caller, pair)
  const [ours, theirs] = [idsOf(keep), idsOf(gone)]
  const has = (table: string) => sql`
    exists (select from ${sql.identifier(table)} x where ${isOf(sql`x`, ours, table)}) and exists (select from ${sql.identifier(table)} x where ${isOf(sql`x`, theirs, table)})`
  const found = await queryValue(tx, z.looseObject({}))`
    with events as materialized (
      select (e.at at time zone ${unitTimeZone}) as at, ${isOf(sql`e`, ours)} as ours from attendance_event e where ${isOf(sql`e`, ours)} or ${isOf(sql`e`, theirs)}),
    both_days as materialized (
      select e.at::date as date,
        json_agg(to_char(e.at, 'HH24:MI') order by e.at) filter (where e.ours) as keep, json_agg(to_char(e.at, 'HH24:MI') order by e.at) filter (where not e.ours) as gone
      from events e group by 1 having bool_or(e.ours) and bool_or(not e.ours))
    select json_build_object(
      'joins', json_build_object(
        'relatives', (select count(*) from guardian g where g.parent_id = ${theirs.userId}::uuid or g.student_id = ${theirs.studentId}::uuid),
        'classes', (select count(*) from class_year_pupil y where y.student_id = ${theirs.studentId}::uuid)
          + (select count(distinct t.class_id) from class_teacher t where t.user_id = ${theirs.userId}::uuid),
        'roles', (select count(*) from role_member m where m.user_id = ${theirs.userId}::uuid),
        'files', (select count(*) from storage_file f where f.owner_id = ${theirs.userId}::uuid),
        'bytes', (select coalesce(sum(f.size), 0) from storage_file f where f.owner_id = ${theirs.userId}::uuid),
        'messages', (select count(*) from message_recipient r where r.user_id = ${theirs.userId}::uuid),
        'todos', (select count(*) from todo t where t.user_id = ${theirs.userId}::uuid),
        'attendance', (select count(*) from events e where not e.ours)),
      'days', (select count(*) from both_days),
      'lastDays', coalesce((
        select json_agg(json_build_object('date', d.date, 'keep', d.keep, 'gone', d.gone) order by d.date desc)
        from (select * from both_days order by date desc limit ${MERGE_DAYS_MAX}) d), '[]'),
      'faces', ${has('face_photo')},
      'cards', ${has('attendance_code')},
      'sources', coalesce((
        select json_agg(distinct k.source) from external_key k join external_key o using (unit_id, source, kind)
        where k.row_id in (${keep.id}::uuid, ${ours.userId}::uuid) and o.row_id in (${gone.id}::uuid, ${theirs.userId}::uuid)), '[]')) as preview`
  const pages = { keep: await readPerson(tx, keep, null), gone: await readPerson(tx, gone, null) }
  const numbers = await compareNumbers(tx, ours, theirs)
  return z.parse(merging.preview.response, { ...found, ...pages, numbers })
}

/** By the keys, by which equal numbers of a unit are found: no number is opened. */
async function compareNumbers(tx: Tx, ours: Ids, theirs: Ids): Promise<MergePreview['numbers']> {
  const outcomes = sealedColumns.map(
    ({ name, key }) => `case when k.${key} = g.${key} then 'same' when k.${key} <> g.${key} then 'different'
      when k.${key} is not null then 'keep' when g.${key} is not null then 'gone' else 'none' end as "${name}"`,
  )
  return queryOne(tx, merging.preview.response.shape.numbers)`
    select ${sql.raw(outcomes.join(', '))}
    from (values (1)) one left join person_detail k on ${detailsOf(sql`k`, ours)} left join person_detail g on ${detailsOf(sql`g`, theirs)}`
}

/** A pupil's details are by the pupil's record, those of others by the account. */
const detailsOf = (row: SQL, { studentId, userId }: Ids) =>
  studentId === null ? sql`${row}.user_id = ${userId}::uuid` : sql`${row}.student_id = ${studentId}::uuid`

const idsOf = ({ kind, id, userId }: FoundPerson): Ids => ({ studentId: kind === 'pupil' ? id : null, userId })

/** Whether a row is about one of the two; photos belong to accounts alone. */
function isOf(row: SQL, { studentId, userId }: Ids, table = ''): SQL {
  const ofUser = sql`coalesce(${row}.user_id = ${userId}::uuid, false)`
  return table === 'face_photo' ? ofUser : sql`(coalesce(${row}.student_id = ${studentId}::uuid, false) or ${ofUser})`
}

/** Throws what the preview says of the two. */
async function requirePair(
  tx: Tx,
  caller: Session,
  { kind, id, otherId }: Pair,
): Promise<{ keep: FoundPerson; gone: FoundPerson }> {
  if (id === otherId) throw new PortalError('people.merge_same')
  const keep = await requirePerson(tx, { kind, id })
  // The one who goes may be of another kind, which is said as such.
  const isPupil = await queryAny(tx)`select from student where student_id = ${asId(otherId)}`
  const gone = await requirePerson(tx, { kind: isPupil ? 'pupil' : 'account', id: otherId })
  if (keep.kind !== gone.kind || keep.userType !== gone.userType) throw new PortalError('people.merge_types')
  if (!keep.active) throw new PortalError('people.inactive')
  const accounts = [keep, gone].flatMap(({ userId }) => userId ?? [])
  if (accounts.includes(caller.userId)) throw new PortalError('account.oneself')
  await requireMayActFor(tx, caller, accounts)
  await requireOthersAccounts(tx, caller, await findNewGuardians(tx, keep, gone))
  const linked = await queryValues(tx, z.string())`
    select a.user_id as id from user_account a
    where a.user_id = any (${sql.param(accounts)}::uuid[])
      and (a.parent_id is not null or exists (select from user_account t where t.parent_id = a.user_id))`
  if (linked.length > 1) throw new PortalError('people.merge_linked')
  return { keep, gone }
}

/** Accounts that come to a child by joining two entries: those of two parents, and the guardians of one of two pupils alone. */
async function findNewGuardians(tx: Tx, keep: FoundPerson, gone: FoundPerson): Promise<string[]> {
  if (keep.userType === PARENT) return [keep, gone].flatMap(({ userId }) => userId ?? [])
  if (keep.kind !== 'pupil') return []
  return queryValues(tx, z.string())`
    select parent_id as id from guardian where student_id in (${keep.id}::uuid, ${gone.id}::uuid) group by parent_id having count(*) = 1`
}

const known = z.object({
  moved: z.record(z.string(), z.number()),
  days: z.array(z.string()),
  zone: z.string(),
  begun: z.string(),
})

/** How much comes to the one who stays, and the days on which both have records of attendance. */
async function readMoved(tx: Tx, ours: Ids, theirs: Ids) {
  const daysOf = (ids: Ids) =>
    sql`select (e.at at time zone ${unitTimeZone})::date from attendance_event e where ${isOf(sql`e`, ids)}`
  return queryOne(tx, known)`
    select json_build_object(
        'attendance', (select count(*) from attendance_event e where ${isOf(sql`e`, theirs)}),
        'files', (select count(*) from storage_file f where f.owner_id = ${theirs.userId}::uuid),
        'messages', (select count(*) from message_recipient r where r.user_id = ${theirs.userId}::uuid)) as moved,
      array(${daysOf(ours)} intersect ${daysOf(theirs)})::text[] as days, ${unitTimeZone} as zone, now()::text as begun`
}

/** Returns the job that goes on, or null once they are one, and what the trail has of it. Throws as the endpoint says. */
export async function mergePeople(
  tx: Tx,
  caller: Session,
  { name, take, days, differentNumbers, ...pair }: ParsedRequestOf<typeof merging.merge>,
  { jobs, address }: { readonly jobs: JobQueue; readonly address: string },
): Promise<{ jobId: string | null; changes: Readonly<Record<string, unknown>> }> {
  const reach = await readReach(tx, caller)
  await requireNoJob(tx, [pair.id, pair.otherId])
  const { keep, gone } = await requirePair(tx, caller, pair)
  const typed = name.trim()
  if (typed !== keep.realName && typed !== keep.englishName) throw fieldError('name', 'people.name_differs')
  if (await isImporting(tx)) throw new PortalError('people.import_runs')
  const [ours, theirs] = [idsOf(keep), idsOf(gone)]
  const numbers = await compareNumbers(tx, ours, theirs)
  const lost = SEALED_FIELDS.filter((kind) => numbers[kind] === 'different')
  if (lost.length > 0 && differentNumbers !== true) throw fieldError('differentNumbers', 'people.merge_numbers')
  const accounts = [keep, gone].flatMap(({ userId }) => userId ?? [])
  await endSessionsOf(tx, accounts, address)
  await tx.execute(sql`
    update guardian set merged_at = now(), merged_by = ${caller.userId}::uuid where student_id = ${theirs.studentId}::uuid or parent_id = ${theirs.userId}::uuid`)
  await joinDetails(tx, ours, theirs)
  const { moved, days: bothDays, zone, begun } = await readMoved(tx, ours, theirs)
  const both = (one: string | null, other: string | null) =>
    one === null || other === null ? null : ([other, one] as const)
  const of: Merged = {
    pupil: both(ours.studentId, theirs.studentId),
    // A pupil without an account takes over the one of the other.
    user: both(ours.userId, theirs.userId),
    signIn: take.includes('signIn') ? 'gone' : 'keep',
    days,
    bothDays,
    zone,
    begun,
  }
  await mergeHead(tx, of, { keep: ours, gone: theirs, take })
  await reach.requireUnraised(accounts)
  await requireAdministratorLeft(tx)
  await fillNames(tx, ours, theirs, take.includes('realName') ? gone.realName : keep.realName)
  const deleted = Object.fromEntries(lost.map((kind) => [kind, 'otherDeleted']))
  const counts = { merged: { number: gone.number, loginName: gone.loginName }, take, days, ...moved, ...deleted }
  const jobId = await beginJob(tx, jobs, {
    unitId: caller.unitId,
    requestedBy: caller.userId,
    person: { kind: gone.kind, id: gone.id },
    keepId: keep.id,
    plan: { kind: 'merge', of },
    counts,
  })
  return { jobId, changes: counts }
}

/** Where both have details, those of the one who stays are kept, with what only the other has. */
async function joinDetails(tx: Tx, ours: Ids, theirs: Ids): Promise<void> {
  await tx.execute(sql`
    with other as (
      delete from person_detail g where ${detailsOf(sql`g`, theirs)} and exists (select from person_detail k where ${detailsOf(sql`k`, ours)}) returning g.*)
    update person_detail k set ${joinedDetails}
    from other o where ${detailsOf(sql`k`, ours)}`)
}

/** Updates the pinyin, by which searches find the person. */
async function fillNames(tx: Tx, { studentId, userId }: Ids, other: Ids, realName: string): Promise<void> {
  const pinyin = await namePinyin(realName)
  if (studentId !== null) await tx.update(student).set({ namePinyin: pinyin }).where(eq(student.studentId, studentId))
  const account = userId ?? other.userId
  if (account !== null) await tx.update(userAccount).set({ namePinyin: pinyin }).where(eq(userAccount.userId, account))
}
