import { inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as erasureEndpoints from '../../../../contract/endpoints/people/erasure.ts'
import { type Erasure, MENTIONS_OF } from '../../../../contract/endpoints/people/erasure.ts'
import type { PersonKey } from '../../../../contract/endpoints/people/people.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { queryOne, queryValue, queryValues } from '../../../db/query.ts'
import { userAccount } from '../../../db/tables.generated.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { requireMayActFor } from '../../auth/may-act-for.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import { isImporting } from './is-importing.ts'
import { requirePerson } from '../list/list-people.ts'
import { beginJob, requireNoJob } from './personal-jobs.ts'

/** What would be erased with a person. Throws 'people.gone'. */
export async function readErasure(tx: Tx, key: PersonKey): Promise<Erasure> {
  const { userId, realName, englishName } = await requirePerson(tx, key)
  const studentId = studentOf(key)
  const names = [realName, englishName].filter((name) => name.trim() !== '')
  const mentions = (column: string) =>
    sql`exists (select from unnest(${sql.param(names)}::text[]) n where position(n in ${sql.raw(column)}) > 0)`
  return queryValue(tx, erasureEndpoints.read.response)`
    select json_build_object(
      'files', (select count(*) from storage_file f where f.owner_id = ${userId}::uuid),
      'bytes', (select coalesce(sum(f.size), 0) from storage_file f where f.owner_id = ${userId}::uuid),
      'photos', (select count(*) from face_photo p where p.user_id = ${userId}::uuid),
      'messages', (select count(*) from message_recipient r where r.user_id = ${userId}::uuid),
      'attendance', (select count(*) from attendance_event e where e.student_id = ${studentId}::uuid or e.user_id = ${userId}::uuid),
      'mentions',
        (select count(*) from (select * from message order by message_id desc limit ${MENTIONS_OF}) m where ${mentions('m.body')}
          and (m.author_id is not null or exists (select from publication p where p.message_id = m.message_id)))
        + (select count(*) from (select * from todo order by todo_id desc limit ${MENTIONS_OF}) t where ${mentions('t.title')} and t.user_id is distinct from ${userId}::uuid),
      'guardians', coalesce((
        select json_agg(json_build_object('userId', a.user_id, 'realName', a.real_name, 'englishName', a.english_name, 'loginName', a.login_name)
          order by a.real_name)
        from user_account a where a.user_id in (${needless(studentId)})), '[]')) as erasure`
}

/** Guardians of a pupil without another child, and without an account as teacher, for which theirs would be needed. */
const needless = (studentId: string | null) => sql`
  select g.parent_id from guardian g join user_account p on p.user_id = g.parent_id and p.user_type = 3
  where g.student_id = ${studentId}::uuid
    and not exists (select from guardian o where o.parent_id = g.parent_id and o.student_id <> g.student_id)
    and not exists (select from user_account t where t.parent_id = g.parent_id)`

/** What is erased: the job that goes on with it, or null once it is done; how much goes; and the guardians who go too. */
interface Erasing {
  readonly jobId: string | null
  readonly counts: Readonly<Record<string, number>>
  readonly guardians: readonly string[]
}

/** Erases at once where there is little to erase, else begins. Throws what the endpoint says. */
export async function erasePerson(
  tx: Tx,
  caller: Session,
  { key, name, guardians }: ParsedRequestOf<typeof erasureEndpoints.erase>,
  { jobs, address }: { readonly jobs: JobQueue; readonly address: string },
): Promise<Erasing> {
  await requireNoJob(tx, [key.id, ...guardians])
  const person = await requirePerson(tx, key)
  if (person.active) throw new PortalError('people.still_active')
  const typed = name.trim()
  if (typed !== person.realName && typed !== person.englishName) throw fieldError('name', 'people.name_differs')
  // Rows of an import that is being written or taken back may be this person's.
  if (await isImporting(tx)) throw new PortalError('people.import_runs')
  const pupil = studentOf(key)
  const also = await queryValues(tx, z.string())`
    select n.parent_id as id from (${needless(pupil)}) n where n.parent_id::text = any (${sql.param(guardians)}::text[])`
  if (also.length < new Set(guardians).size) throw new PortalError('people.guardian_needed')
  const users = [...(person.userId === null ? [] : [person.userId]), ...also]
  await requireMayActFor(tx, caller, users)
  const { counts, ...of } = await readErased(tx, pupil, users)
  // Guardians may have signed in until now, and a pupil who left the school.
  await endSessionsOf(tx, users, address)
  if (users.length > 0) await tx.update(userAccount).set({ status: 0 }).where(inArray(userAccount.userId, users))
  const { unitId, userId } = caller
  const plan = { kind: 'erase', of } as const
  const jobId = await beginJob(tx, jobs, { unitId, requestedBy: userId, person: key, keepId: null, plan, counts })
  return { jobId, counts, guardians: also }
}

const found = z.object({
  names: z.array(z.string()),
  marks: z.array(z.string()),
  phones: z.array(z.string()),
  begun: z.string(),
  counts: z.record(z.string(), z.number()),
})

/** By what texts name them, and how much they have, for the trail. */
async function readErased(tx: Tx, pupil: string | null, users: readonly string[]) {
  const accounts = sql`${sql.param([...users])}::uuid[]`
  const values = (from: SQL) => sql`array(select distinct v from (${from}) all_values (v) where btrim(v) <> '')`
  const known = await queryOne(tx, found)`
    select ${values(sql`
        select unnest(array[a.real_name, a.english_name]) from user_account a where a.user_id = any (${accounts})
        union all select m.english_name from staff_member m where m.user_id = any (${accounts})
        union all select unnest(array[s.real_name, s.english_name]) from student s where s.student_id = ${pupil}::uuid`)} as names,
      ${values(sql`
        select unnest(array[a.login_name, a.email]) from user_account a where a.user_id = any (${accounts})
        union all select m.staff_number from staff_member m where m.user_id = any (${accounts})
        union all select s.student_number from student s where s.student_id = ${pupil}::uuid
        union all select k.source_id from external_key k where k.row_id = any (${accounts}) or k.row_id = ${pupil}::uuid`)} as marks,
      ${values(sql`
        select c.phone from guardian_contact c where c.parent_id = any (${accounts})
        union all select unnest(array[c.phone, c.contact]) from account_contact c where c.user_id = any (${accounts})`)} as phones,
      now()::text as begun,
      json_build_object(
        'attendance', (select count(*) from attendance_event e where e.student_id = ${pupil}::uuid or e.user_id = any (${accounts})),
        'files', (select count(*) from storage_file f where f.owner_id = any (${accounts})),
        'messages', (select count(*) from message_recipient r where r.user_id = any (${accounts})),
        'photos', (select count(*) from face_photo p where p.user_id = any (${accounts}))) as counts`
  return { pupil, users, ...known }
}

const studentOf = ({ kind, id }: PersonKey): string | null => (kind === 'pupil' ? id : null)
