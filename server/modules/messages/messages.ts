import { and, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { UNREAD_SHOWN, type messageConfig } from '../../../contract/endpoints/messages/messages.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import * as z from 'zod/mini'
import type { Handler, Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { isoText } from '../../db/query.ts'
import { message, messageRecipient, type todo, unit } from '../../db/tables.generated.ts'
import { announce } from '../live/live.ts'

/** The module of administrators' messages. */
export const NOTICE = 'notice'

/** Newest first; with `studentId` those about a child and about the whole family. */
export const readUnread: Handler<typeof messages.unread> = async ({ studentId }, { tx, session: { userId } }) => {
  const isUnread = and(eq(messageRecipient.userId, userId), isNull(messageRecipient.readAt))
  const rows = await tx
    .select(messageFields)
    .from(messageRecipient)
    .innerJoin(message, eq(message.messageId, messageRecipient.messageId))
    .where(and(isUnread, aboutChild(messageRecipient.studentId, studentId)))
    .orderBy(desc(sql`coalesce(${message.remindedAt}, ${message.sentAt})`), desc(message.messageId))
    .limit(UNREAD_SHOWN)
  return rows.map(toMessage)
}

/** SQL: who wrote a publication `p`, with its author `a`: a third party, or a teacher to the own classes. */
export const publicationSender = sql`case when p.sender_name is not null
  then json_build_object('name', p.sender_name, 'englishName', p.sender_english_name)
  when a.user_id is not null then json_build_object('name', a.real_name, 'englishName', a.english_name) end`

/** About this pupil or the whole family; all without a pupil. */
export function aboutChild(
  column: typeof messageRecipient.studentId | typeof todo.studentId,
  studentId: string | undefined,
): SQL | undefined {
  if (studentId === undefined) return undefined
  return isRowId(studentId) ? or(isNull(column), eq(column, studentId)) : isNull(column)
}

/** What a message has in part only. */
const partial = z.pick(messages.message, { titled: true, mayReply: true, reminded: true, files: true, sender: true })

export const messageFields = {
  id: message.messageId,
  messageMeno: message.body,
  module: message.module,
  messageDate: isoText(message.sentAt),
  importance: message.importance,
  openWay: message.openWay,
  url: message.url,
  content: sql<string | null>`${message.content}::text`,
  partial: sql<unknown>`json_strip_nulls(json_build_object('titled', nullif(${message.titled}, false), 'mayReply', nullif(${message.mayReply}, false),
    'reminded', nullif(${message.remindedAt} is not null, false),
    'files', case when ${message.titled} then (
      select json_agg(json_build_object('fileId', f.attachment_id, 'name', f.name, 'size', o.size) order by f.position)
      from publication p join publication_file f using (publication_id) join storage_object o on o.unit_id = f.unit_id and o.sha256 = f.sha256
      where p.message_id = ${message.messageId}) end,
    'sender', case when ${message.officeName} is not null then
        json_build_object('name', ${message.officeName}, 'englishName', ${message.officeEnglishName})
      when ${message.titled} then (
        select ${publicationSender} from publication p left join user_account a on a.user_id = p.author_id
        where p.message_id = ${message.messageId} and (p.sender_name is not null or p.of_classes)) end))`,
}

/** A message from a row of `messageFields`. */
export function toMessage<Row extends { readonly partial: unknown }>({ partial: found, ...row }: Row) {
  return { ...row, ...z.parse(partial, found) }
}

/** The caller's own messages of these identifiers; all of them without any. */
const ownMessages = (userId: string, messageIds?: readonly string[]) =>
  and(
    eq(messageRecipient.userId, userId),
    messageIds && inArray(messageRecipient.messageId, messageIds.filter(isRowId)),
  )

/** Throws 'message.gone' unless one of these messages is the caller's. */
async function requireMessage(tx: Tx, which: SQL | undefined): Promise<void> {
  if ((await tx.$count(messageRecipient, which)) === 0) throw new PortalError('message.gone')
}

/** Marks these messages as read that are not. */
async function read(tx: Tx, { unitId, userId }: Session, which: SQL | undefined): Promise<void> {
  const { rowCount } = await tx
    .update(messageRecipient)
    .set({ readAt: sql`now()` })
    .where(and(which, isNull(messageRecipient.readAt)))
  if (rowCount) await announce(tx, { unitId, to: [userId], kind: 'messages' })
}

/** Throws 'message.gone' when the caller has no such message. */
export const markRead: Handler<typeof messages.markRead> = async ({ desktopMessageId }, { tx, session }) => {
  const which = ownMessages(session.userId, [desktopMessageId])
  await requireMessage(tx, which)
  await read(tx, session, which)
}

/** Stores the reply to an own unread message, which is read then. Throws 'message.gone' and 'answer.not_asked'. */
export const replyToMessage: Handler<typeof messages.reply> = async ({ desktopMessageId, reply }, { tx, session }) => {
  const which = ownMessages(session.userId, [desktopMessageId])
  const [found] = await tx
    .update(messageRecipient)
    .set({ reply, readAt: sql`now()` })
    .from(message)
    .where(and(which, eq(message.messageId, messageRecipient.messageId), isNull(messageRecipient.readAt)))
    .returning({ mayReply: message.mayReply })
  if (!found) throw new PortalError('message.gone')
  if (!found.mayReply) throw new PortalError('answer.not_asked')
  await announce(tx, { unitId: session.unitId, to: [session.userId], kind: 'messages' })
}

/** All of them, or these. */
export const ignoreAll: Handler<typeof messages.ignoreAll> = ({ desktopMessageIds }, { tx, session }) =>
  read(tx, session, ownMessages(session.userId, desktopMessageIds))

/** Throws 'message.gone' when none of them is the caller's. */
export const restoreMessages: Handler<typeof messages.restore> = async (
  { desktopMessageIds },
  { tx, session: { unitId, userId } },
) => {
  const which = ownMessages(userId, desktopMessageIds)
  await requireMessage(tx, which)
  const isRecallable = isNotRecalled(sql`p.message_id = ${messageRecipient.messageId}`)
  const { rowCount } = await tx
    .update(messageRecipient)
    .set({ readAt: null, reply: null })
    .where(and(which, isNotNull(messageRecipient.readAt), isRecallable))
  if (rowCount) await announce(tx, { unitId, to: [userId], kind: 'messages' })
}

/** The condition that what is read was not taken back by its sender meanwhile. */
export function isNotRecalled(which: SQL): SQL {
  return sql`not exists (select from publication p where ${which} and p.state = 'recalled')`
}

/** As the JSON text that the specification has. */
export const readMessageConfig: Handler<typeof messages.config> = async (_, { tx, session: { unitId } }) => {
  const [found] = await tx.select({ dot: unit.messageDot }).from(unit).where(eq(unit.unitId, unitId))
  const config: z.infer<typeof messageConfig> = { pcOpen: found?.dot ? 1 : 0 }
  return { config: JSON.stringify(config) }
}

/** A count or a dot, from each page's next start. */
export const saveMessageConfig: Handler<typeof messages.saveConfig> = async (given, { tx, session, record }) => {
  await record(tx, { changes: given })
  await tx
    .update(unit)
    .set({ messageDot: given.pcOpen === 1 })
    .where(eq(unit.unitId, session.unitId))
}

interface SentMessage {
  readonly unitId: string
  /** An application's code. */
  readonly module: string
  readonly body: string
  readonly importance: number
  readonly url: string | null
  /** 1 opens the list of licences in `content`. */
  readonly openWay?: number
  readonly content?: unknown
  /** The first line of the body is a title. */
  readonly titled?: boolean
  /** `studentId`: the parent's child that it is about. */
  readonly to: readonly { readonly userId: string; readonly studentId: string | null }[]
}

/** Connected recipients see it once this transaction is committed. */
export async function sendMessage(tx: Tx, { to, ...content }: SentMessage): Promise<void> {
  if (to.length === 0) return
  const { unitId } = content
  const [written] = await tx.insert(message).values(content).returning({ messageId: message.messageId })
  if (!written) throw new Error('the message was not written')
  const { messageId } = written
  await tx.insert(messageRecipient).values(to.map((person) => ({ unitId, messageId, ...person })))
  await announce(tx, { unitId, to: to.map(({ userId }) => userId), kind: 'messages' })
}
