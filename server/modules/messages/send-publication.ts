import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { askedAnswer } from '../../../contract/endpoints/messages/answers.ts'
import { type Audience, audienceSchema } from '../../../contract/endpoints/messages/publications.ts'
import { bilingual } from '../../../contract/envelope.ts'
import { applicationPath } from '../../../contract/pages.ts'
import type { Database, Scope, Tx } from '../../db/database.ts'
import { queryRows, queryValue, queryValues } from '../../db/query.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { announce } from '../live/live.ts'
import { receiversOf } from './audience.ts'
import { NOTICE, sendMessage } from './messages.ts'

const QUEUE = 'publication'
/** Receivers of one transaction: others write between two of them. */
const BATCH = 2000
const STOPPED_IMPORTANCE = 4
/** Of those who may send in the author's place; a school may have given the right to all of its teachers. */
const TOLD_MAX = 50
const NO_AUDIENCE: Audience = { userTypes: [], gradeIds: [], classIds: [], userIds: [], roleIds: [] }

/** Sends the job that sends it, at its time. */
export const sendLater = (jobs: JobQueue, tx: Tx, unitId: string, publicationId: string, at: Date | undefined) =>
  jobs.send(tx, QUEUE, [{ unitId, publicationId }], at)

/** Registers the job. Any number of runs send it once: each batch is written together with how far they are. */
export function handlePublications(database: Database, jobs: JobQueue): void {
  jobs.handle({
    name: QUEUE,
    lane: 'person',
    data: z.object({ unitId: z.string(), publicationId: z.string() }),
    seconds: 240,
    retry: { after: 5, times: 12 },
    atOnce: 2,
    run: (of, signal) => sendPublication(database, of, signal),
  })
}

/** Sends it if its time has come. Stopped or failed, it goes on after the last batch when it is called again. */
export async function sendPublication(
  database: Database,
  { unitId, publicationId }: { readonly unitId: string; readonly publicationId: string },
  signal: AbortSignal,
  batchSize = BATCH,
): Promise<void> {
  const scope: Scope = { unitId, userId: null }
  for (;;) {
    signal.throwIfAborted()
    if (!(await database.inUnit(scope, (tx) => sendBatch(tx, unitId, publicationId, batchSize), 'export'))) return
  }
}

const due = z.object({
  kind: z.literal(['message', 'todo']),
  state: z.string(),
  title: z.string(),
  englishTitle: z.string(),
  text: z.string(),
  englishText: z.string(),
  importance: z.number(),
  link: z.nullable(z.string()),
  authorId: z.nullable(z.string()),
  dueOn: z.nullable(z.string()),
  audience: audienceSchema,
  sentUpTo: z.nullable(z.string()),
  asks: z.nullable(askedAnswer),
  messageId: z.nullable(z.string()),
  officeName: z.nullable(z.string()),
  officeEnglishName: z.nullable(z.string()),
  ofClasses: z.boolean(),
  isStopped: z.boolean(),
})
type Due = z.infer<typeof due>

/** Writes the next receivers, in the order of their identifiers; false when there is nothing left to do. An earlier time than that of the row has another job. */
async function sendBatch(tx: Tx, unitId: string, publicationId: string, batchSize: number): Promise<boolean> {
  const [found] = await queryRows(tx, due)`
    select p.kind, p.state, p.title, p.english_title as "englishTitle", p.body as text, p.english_body as "englishText", p.importance,
      case when l.code is null then p.url when l.menu_route ~ '^https?://' then l.menu_route else '/' || l.deploy_path || '/' || l.code end as link,
      p.author_id as "authorId", p.due_on::text as "dueOn", p.audience, p.sent_up_to as "sentUpTo", p.asks, p.message_id as "messageId",
      p.office_name as "officeName", p.office_english_name as "officeEnglishName",
      p.of_classes as "ofClasses", p.state = 'scheduled' and not portal_may_publish(p) as "isStopped"
    from publication p left join application l on l.unit_id = p.unit_id and l.code = p.application_code
    where p.publication_id = ${publicationId} and p.state in ('scheduled', 'sending') and p.send_at <= now() for update of p`
  if (!found) return false
  if (found.isStopped) {
    await stopPublication(tx, unitId, publicationId, found)
    return false
  }
  const messageId = found.kind === 'message' ? (found.messageId ?? (await writeMessage(tx, unitId, found))) : null
  const to = await writeReceivers(tx, unitId, publicationId, { ...found, messageId, batchSize })
  const isLast = to.length < batchSize
  await tx.execute(sql`
    update publication set state = ${isLast ? 'sent' : 'sending'}, sent_at = coalesce(sent_at, now()), message_id = ${messageId},
      sent_up_to = coalesce(${to.at(-1) ?? null}::uuid, sent_up_to), recipients = recipients + ${to.length}
    where publication_id = ${publicationId}`)
  await announce(tx, { unitId, to, kind: found.kind === 'message' ? 'messages' : 'todos' })
  return !isLast
}

/** Not sent, because its author may not do so any more. */
async function stopPublication(tx: Tx, unitId: string, publicationId: string, found: Due) {
  await tx.execute(sql`update publication set state = 'stopped' where publication_id = ${publicationId}`)
  const { title, englishTitle, authorId, ofClasses, officeName } = found
  const url = `${applicationPath('administration', 'pages', 'tm', 'pc')}#/messages/${publicationId}`
  const tell = (to: readonly string[], withWay: boolean, [chinese, english]: readonly [string, string]) =>
    sendMessage(tx, {
      unitId,
      module: NOTICE,
      body: composeText([`“${title}”没有发出`, chinese], [`“${englishTitle || title}” was not sent`, english], true),
      importance: STOPPED_IMPORTANCE,
      url: withWay ? url : null,
      titled: true,
      to: to.map((userId) => ({ userId, studentId: null })),
    })
  if (ofClasses) {
    if (authorId === null) return
    // A person who teaches no class any more has no page for own messages.
    const writes = await writesToClasses(tx, authorId)
    return tell([authorId], writes, OF_CLASSES[writes ? 'writes' : 'other'])
  }
  // The office sees it among its own messages.
  if (officeName !== null) return
  const writers = await findWriters(tx)
  if (writers.length > 0) await tell(writers, true, OF_UNIT.writers)
  if (authorId !== null) await tell([authorId], false, OF_UNIT.author)
}

const OF_CLASSES = {
  writes: [
    '接收人中有你已不再任教的班级或学生，消息没有发给任何人。可以改好接收人再发，或删除。',
    'It was for a class or pupils whom you no longer teach, so it was sent to no one. Change the recipients, or delete it.',
  ],
  other: [
    '接收人中有你已不再任教的班级或学生，消息没有发给任何人。如仍需发送，请联系管理员。',
    'It was for a class or pupils whom you no longer teach, so it was sent to no one. If it is still needed, ask an administrator.',
  ],
} as const
const OF_UNIT = {
  writers: [
    '发送人的账号已停用，或已没有发送消息的权限，所以没有发给任何人。可以修改后以你的名义发送，或删除。',
    'Its author’s account is closed or may no longer send messages, so it was sent to no one. Change it to send it in your own name, or delete it.',
  ],
  author: [
    '你已没有发送消息的权限，所以没有发给任何人。如仍需发送，请联系管理员。',
    'You may no longer send messages, so it was sent to no one. If it is still needed, ask an administrator.',
  ],
} as const

async function writesToClasses(tx: Tx, authorId: string): Promise<boolean> {
  return queryValue(tx, z.boolean())`
    select portal_may_write_to(${authorId}::uuid, ${JSON.stringify(NO_AUDIENCE)}::jsonb)
      and exists (select from portal_message_classes(${authorId}::uuid))`
}

/** The open accounts of employees that may send to all of the unit. */
async function findWriters(tx: Tx): Promise<string[]> {
  return queryValues(tx, z.string())`
    select a.user_id from user_account a where a.user_type in (2, 4) and portal_still_holds(a.user_id, 'base_message') limit ${TOLD_MAX}`
}

async function writeMessage(tx: Tx, unitId: string, { importance, authorId, ...found }: Due): Promise<string> {
  const body = composeText(
    [found.title, found.text],
    [found.englishTitle || found.title, found.englishText || found.text],
    found.englishTitle !== '' || found.englishText !== '',
  )
  return queryValue(tx, z.string())`
    insert into message (unit_id, module, body, importance, url, author_id, titled, may_reply, office_name, office_english_name)
    values (${unitId}, ${NOTICE}, ${body}, ${importance}, ${linkOf(found.link)}, ${authorId}, true, ${found.asks !== null}, ${found.officeName}, ${found.officeEnglishName}) returning message_id`
}

async function writeReceivers(
  tx: Tx,
  unitId: string,
  publicationId: string,
  { kind, messageId, audience, sentUpTo, batchSize, ...found }: Due & { readonly batchSize: number },
): Promise<string[]> {
  const batch = sql`
    select r.user_id, r.student_id from (${receiversOf(audience)}) r
    where ${sentUpTo === null ? sql`true` : sql`r.user_id > ${sentUpTo}::uuid`} order by r.user_id limit ${batchSize}`
  const title = composeText([found.title], [found.englishTitle], found.englishTitle !== '')
  const form = composeText([found.text], [found.englishText || found.text], found.englishText !== '')
  const added =
    kind === 'message'
      ? sql`insert into message_recipient (unit_id, user_id, message_id, student_id)
          select ${unitId}::uuid, user_id, ${messageId}::uuid, student_id from batch`
      : sql`insert into todo (unit_id, user_id, module, title, url, student_id, due_on, asks, form, publication_id)
          select ${unitId}::uuid, user_id, ${NOTICE}, ${title}, ${linkOf(found.link)}, student_id, ${found.dueOn}::date, ${found.asks}, ${form}, ${publicationId}::uuid
          from batch`
  return queryValues(tx, z.string())`
    with batch as materialized (${batch}), added as (${added}) select user_id from batch order by user_id`
}

/** Lines in one language, or in two as envelopes join them; the separator itself is no text. */
export function composeText(chinese: readonly string[], english: readonly string[], hasEnglish: boolean): string {
  const join = (lines: readonly string[]) =>
    lines
      .filter((line) => line !== '')
      .join('\n')
      .replaceAll('|||', '｜｜｜')
  return hasEnglish ? bilingual(join(chinese), join(english)) : join(chinese)
}

/** The page of an application, in the form that every user type may open. */
export function linkOf(link: string | null): string | null {
  const [, deployPath, code] = /^\/([^/]+)\/([^/]+)$/.exec(link ?? '') ?? []
  return deployPath !== undefined && code !== undefined ? applicationPath(code, deployPath, 'pre', 'pc') : link
}
