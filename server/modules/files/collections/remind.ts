import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { dateLocale } from '../../../../contract/rules/date-locale.ts'
import { queryRows, queryValue } from '../../../db/query.ts'
import type { Call } from '../../../http/call.ts'
import type { SendMessage } from '../send-message.ts'
import { lockOwn } from './hand-ins.ts'
import { readTimeZone } from '../../units/unit-time-zone.ts'

type Language = (typeof LANGUAGES)[number]

const person = z.object({
  userId: z.string(),
  language: z.literal(LANGUAGES),
  /** The child, for a parent, with its name in the parent's language. */
  studentId: z.nullable(z.string()),
  child: z.nullable(z.string()),
})

/**
 * Reminds the pupils of the class who have handed in nothing, and their parents. Returns how many pupils. Throws 'handin.gone', 'handin.closed' and
 * 'handin.reminded'.
 */
export async function remindMissing(
  send: SendMessage,
  { id }: { readonly id: string },
  { tx, session }: Call,
): Promise<{ reminded: number }> {
  const { title, dueAt, wait, closed } = await lockOwn(tx, id)
  if (closed) throw new PortalError('handin.closed')
  if (wait > 0) throw new PortalError('handin.reminded', { retryAfter: Math.ceil(wait) })
  const missing = sql`
    select s.student_id, s.user_id, s.real_name, s.english_name from hand_in h join student s using (class_id)
    where h.hand_in_id = ${id}::uuid and not exists (
      select from hand_in_file f where f.hand_in_id = h.hand_in_id and f.student_id = s.student_id)`
  const people = await queryRows(tx, person)`
    with missing as (${missing})
    select a.user_id as "userId", a.language, null::uuid as "studentId", null as child
    from missing m join user_account a using (user_id) where a.status = 1
    union all
    select a.user_id, a.language, m.student_id, case when a.language = 'en' then coalesce(nullif(m.english_name, ''), m.real_name) else m.real_name end
    from missing m join guardian r using (student_id) join user_account a on a.user_id = r.parent_id where a.status = 1`
  const reminded = await queryValue(tx, z.number())`select count(*) from (${missing}) missing`
  await tx.execute(sql`update hand_in set reminded_at = now() where hand_in_id = ${id}::uuid`)
  const timeZone = await readTimeZone(tx)
  const dueIn = (language: Language) =>
    new Intl.DateTimeFormat(dateLocale(language), { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(dueAt)
  const url = `/pages/files/pc_files_spm/index.html#/hand-ins/${id}`
  // One text for each language, and for each child of parents.
  const texts = new Map<string, { userId: string; studentId: string | null }[]>()
  for (const { userId, language, studentId, child } of people) {
    const body = reminderText(language, title, dueIn(language), child)
    texts.set(body, [...(texts.get(body) ?? []), { userId, studentId }])
  }
  for (const [body, to] of texts) {
    await send(tx, { unitId: session.unitId, module: 'files', body, importance: 3, url, to })
  }
  return { reminded }
}

/** `due`: the date and time in the language. */
function reminderText(language: Language, title: string, due: string, child: string | null): string {
  if (language === 'en') {
    return child === null
      ? `“${title}” has not been handed in yet. It is due ${due}.`
      : `${child} has not handed in “${title}” yet. It is due ${due}.`
  }
  return child === null
    ? `作业“${title}”还没有提交，截止时间 ${due}。`
    : `${child}还没有提交作业“${title}”，截止时间 ${due}。`
}
