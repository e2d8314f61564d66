import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type erase, type Erasure, read } from '../../../contract/endpoints/people/erasure.ts'
import type { PersonKey } from '../../../contract/endpoints/people/people.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { requireMayActFor } from '../auth/may-act-for.ts'
import { isImporting } from './is-importing.ts'
import { requirePeople } from './activity.ts'
import type { FoundPerson } from './list-people.ts'

/** What would be erased with a person. Throws 'people.gone'. */
export async function readErasure(tx: Tx, key: PersonKey): Promise<Erasure> {
  const person = await requireOne(tx, key)
  const { userId, realName, englishName } = person
  const studentId = studentOf(person)
  const names = [realName, englishName].filter((name) => name.trim() !== '')
  const mentions = (column: string) =>
    sql`exists (select from unnest(${sql.param(names)}::text[]) n where position(n in ${sql.raw(column)}) > 0)`
  const { rows } = await tx.execute(sql`
    select json_build_object(
      'files', (select count(*) from storage_file f where f.owner_id = ${userId}::uuid),
      'bytes', (select coalesce(sum(f.size), 0) from storage_file f where f.owner_id = ${userId}::uuid),
      'photos', (select count(*) from face_photo p where p.user_id = ${userId}::uuid),
      'messages', (select count(*) from message_recipient r where r.user_id = ${userId}::uuid),
      'attendance', (select count(*) from attendance_event e where e.student_id = ${studentId}::uuid or e.user_id = ${userId}::uuid),
      'mentions',
        (select count(*) from message m where ${mentions('m.body')}
          and (m.author_id is not null or exists (select from publication p where p.message_id = m.message_id)))
        + (select count(*) from todo t where ${mentions('t.title')} and t.user_id is distinct from ${userId}::uuid),
      'guardians', coalesce((
        select json_agg(json_build_object('userId', a.user_id, 'realName', a.real_name, 'englishName', a.english_name, 'loginName', a.login_name)
          order by a.real_name)
        from user_account a where a.user_id in (${needless(studentId)})), '[]')) as erasure`)
  return z.parse(read.response, rows[0]?.['erasure'])
}

/** Guardians of a pupil without another child, and without an account as teacher, for which theirs would be needed. */
const needless = (studentId: string | null) => sql`
  select g.parent_id from guardian g join user_account p on p.user_id = g.parent_id and p.user_type = 3
  where g.student_id = ${studentId}::uuid
    and not exists (select from guardian o where o.parent_id = g.parent_id and o.student_id <> g.student_id)
    and not exists (select from user_account t where t.parent_id = g.parent_id)`

const ids = z.array(z.object({ userId: z.string() }))
const erased = z.tuple([z.object({ gone: z.record(z.string(), z.number()) })])

/** Returns the guardians who went too, and how much went with all of them. Throws what the endpoint says. */
export async function erasePerson(
  tx: Tx,
  caller: Session,
  { key, name, guardians }: ParsedRequestOf<typeof erase>,
): Promise<{ guardians: string[]; gone: Record<string, number> }> {
  const person = await requireOne(tx, key)
  if (person.active) throw new PortalError('people.still_active')
  const typed = name.trim()
  if (typed !== person.realName && typed !== person.englishName) throw fieldError('name', 'people.name_differs')
  // Rows of an import that is being written or taken back may be this person's.
  if (await isImporting(tx)) throw new PortalError('people.import_runs')
  const { rows } = await tx.execute(sql`
    select n.parent_id as "userId" from (${needless(studentOf(person))}) n where n.parent_id::text = any (${sql.param(guardians)}::text[])`)
  const also = z.parse(ids, rows).map(({ userId }) => userId)
  if (also.length < new Set(guardians).size) throw new PortalError('people.guardian_needed')
  const accounts = [...(person.userId === null ? [] : [person.userId]), ...also]
  await requireMayActFor(tx, caller, accounts)
  const answer = await tx.execute(
    sql`select portal_erase_people(${studentOf(person)}::uuid, ${sql.param(accounts)}::uuid[]) as gone`,
  )
  return { guardians: also, gone: z.parse(erased, answer.rows)[0].gone }
}

async function requireOne(tx: Tx, key: PersonKey): Promise<FoundPerson> {
  const [person] = await requirePeople(tx, [key])
  if (!person) throw new PortalError('people.gone')
  return person
}

const studentOf = ({ kind, id }: FoundPerson): string | null => (kind === 'pupil' ? id : null)
