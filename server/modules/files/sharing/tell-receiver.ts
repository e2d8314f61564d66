import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ShareReceiver } from '../../../../contract/endpoints/storage/shares.ts'
import { accountName } from '../../../../contract/fields.ts'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { queryOne, queryRows } from '../../../db/query.ts'
import type { Call } from '../../../http/call.ts'
import type { SendMessage } from '../send-message.ts'

type Language = (typeof LANGUAGES)[number]

/** The accounts that a share with x reaches, as `portal_share_keys` has it the other way round. */
const ACCOUNTS: Readonly<Record<ShareReceiver['kind'], (id: string) => SQL>> = {
  person: (id) => sql`select ${id}::uuid`,
  class: (id) => ofClasses(sql`c.class_id = ${id}::uuid`),
  grade: (id) => ofClasses(sql`c.grade_id = ${id}::uuid`),
  department: (id) => sql`select e.user_id from staff_member e where e.department_id = ${id}::uuid`,
  role: (id) => sql`
    select b.user_id from user_account b where exists (
      select from portal_held_roles(b.user_id) held where held.role_id = ${id}::uuid)`,
}

/** Pupils, their parents, and the teachers of open classes. */
function ofClasses(which: SQL): SQL {
  return sql`
    select reached.user_id from class_group c cross join lateral (
      select s.user_id from student s where s.class_id = c.class_id
      union all
      select g.parent_id from guardian g join student s using (student_id) where s.class_id = c.class_id
      union all
      select c.head_teacher_id
      union all
      select t.user_id from class_teacher t where t.class_id = c.class_id) reached
    where c.closed_on is null and ${which}`
}

/** Of a parent who is reached by the class of one child alone, that child: the message is hidden once the parent is no guardian of it any more. */
function childIn({ kind, id }: NewShare['to']): SQL {
  if (kind !== 'class' && kind !== 'grade') return sql`null::uuid`
  const place = kind === 'class' ? sql`c.class_id` : sql`c.grade_id`
  return sql`case when a.user_type = 3 then (
    select case when count(*) = 1 then (array_agg(s.student_id))[1] end
    from guardian g join student s using (student_id) join class_group c using (class_id)
    where g.parent_id = a.user_id and ${place} = ${id}::uuid and c.closed_on is null) end`
}

const person = z.object({ userId: z.string(), language: z.literal(LANGUAGES), studentId: z.nullable(z.string()) })

interface NewShare {
  readonly id: string
  readonly kind: 'file' | 'folder'
  readonly name: string
  readonly to: Pick<ShareReceiver, 'kind' | 'id'>
  readonly edit: boolean
}

/** Sends each open account that a new share of the caller's reaches a message in its language. Errors: none of its own. */
export async function tellReceiver(
  send: SendMessage,
  { id, kind, name, to, edit }: NewShare,
  { tx, session }: Call,
): Promise<void> {
  const reached = await queryRows(tx, person)`
    select a.user_id as "userId", a.language, ${childIn(to)} as "studentId" from user_account a
    where a.user_id in (${ACCOUNTS[to.kind](to.id)}) and a.status = 1 and a.user_id <> portal_user_id()`
  const by = await queryOne(tx, accountName)`
    select real_name as "realName", english_name as "englishName" from user_account where user_id = portal_user_id()`
  // Parents of a class only see, so the text of a group says nothing of changing.
  const mayEdit = edit && to.kind === 'person'
  const url = `/pages/files/pc_files_spm/index.html#/shared${kind === 'folder' ? `/${id}` : ''}`
  for (const language of LANGUAGES) {
    const receivers = reached.filter((one) => one.language === language)
    const sender = language === 'en' && by.englishName !== '' ? by.englishName : by.realName
    await send(tx, {
      unitId: session.unitId,
      module: 'files',
      body: textOf(language, sender, name, mayEdit),
      importance: 2,
      url,
      to: receivers.map(({ userId, studentId }) => ({ userId, studentId })),
    })
  }
}

function textOf(language: Language, sender: string, name: string, mayEdit: boolean): string {
  if (language === 'en') return `${sender} shared “${name}” with you${mayEdit ? ', and you can edit it' : ''}.`
  return `${sender}与你共享了“${name}”${mayEdit ? '，你可以修改' : ''}。`
}
