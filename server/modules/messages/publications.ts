import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as publicationsEndpoints from '../../../contract/endpoints/messages/publications.ts'
import {
  type Publication,
  publicationKind,
  PUBLICATION_PAGE,
  type PublicationRow,
  RECEIPT_PAGE,
} from '../../../contract/endpoints/messages/publications.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, isoText, queryRows, queryValue, queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'
import { versionOf } from '../../http/record-version.ts'
import { readableFile, type ReadableFile } from '../files/entries.ts'
import { announce } from '../live/live.ts'
import { readReceivers, receiverColumns } from './audience.ts'

/**
 * The right by which a call works: for all of the unit, a teacher's for the own classes, which is for what `isOfOwnClasses` says alone, or the education office's.
 */
export type WriterRight = { readonly of: 'unit' | 'office' } | { readonly of: 'classes'; readonly userId: string }

/** By the right for own classes a publication `p` of others is known that went to a class which the caller heads today, if they may write to all its receivers. */
const isOfHead = (userId: string): SQL => sql`(
  p.state in ('sending', 'sent', 'recalled')
  and exists (select from class_group c where c.head_teacher_id = ${userId}::uuid and c.closed_on is null and p.audience -> 'classIds' ? c.class_id::text)
  and portal_may_write_to(${userId}::uuid, p.audience))`

/**
 * The condition for a publication `p` to be known by a teacher's right for the own classes. An own one stays known after a class of it was taken away only before it
 * is sent, to be changed or cancelled: it says nothing yet of those who get it.
 */
const isOfOwnClasses = (userId: string): SQL => sql`p.of_classes and (
  p.author_id = ${userId}::uuid and (p.state in ('scheduled', 'stopped') or portal_may_write_to(p.author_id, p.audience))
  or ${isOfHead(userId)})`

/** The condition for a publication `p` to be known to the caller. */
const isKnownTo = (right: WriterRight): SQL => (right.of === 'classes' ? isOfOwnClasses(right.userId) : sql`true`)

/**
 * Whether the caller by the right for classes, or else the author, may not write to all of the audience of a publication `p` of classes; and of one that waits for its time whether
 * its author may not send it any more.
 */
const isOutside = (right: WriterRight): SQL => sql`(case
  when p.of_classes then not portal_may_write_to(${right.of === 'classes' ? sql`${right.userId}::uuid` : sql`p.author_id`}, p.audience)
  else p.state in ('scheduled', 'stopped') and not portal_may_publish(p) end)`

const shownTo = (right: WriterRight): SQL => sql`
  p.publication_id as "publicationId", p.kind, p.title, p.english_title as "englishTitle", p.importance, p.due_on::text as "dueOn", p.state,
  ${isoText(sql`coalesce(p.sent_at, p.send_at)`)} as "sendAt", ${isoText(sql`p.recalled_at`)} as "recalledAt", ${isoText(sql`p.reminded_at`)} as "remindedAt",
  ${isOutside(right)} as outside, p.of_classes as "ofClasses",
  case when p.state in ('scheduled', 'stopped') then p.expected else p.recipients end as recipients,
  case p.kind
    when 'message' then (select count(*) from message_recipient r where r.message_id = p.message_id and r.read_at is not null)
    else (select count(*) from todo t where t.publication_id = p.publication_id and t.closed_at is not null)
  end::int as read,
  p.asks,
  (select count(*) from message_recipient r where p.asks is not null and r.message_id = p.message_id and r.reply is not null)::int
    + (select count(*) from todo t where p.asks is not null and t.publication_id = p.publication_id and t.answer is not null)::int as answered,
  (select count(*) from todo t where p.asks = 'sign' and t.publication_id = p.publication_id and t.answer = 'declined')::int as declined,
  case when a.user_id is not null then json_build_object('realName', a.real_name, 'englishName', a.english_name)
    when p.sender_name is not null then json_build_object('realName', p.sender_name, 'englishName', p.sender_english_name) end as author,
  case when p.office_name is not null then json_build_object('name', p.office_name, 'englishName', p.office_english_name) end as office`

/** A page of what the unit, or the teacher, has sent and will send. */
export async function listPublications(
  tx: Tx,
  right: WriterRight,
  page = 1,
): Promise<ResponseOf<typeof publicationsEndpoints.list>> {
  const total = await queryValue(tx, z.number())`select count(*) from publication p where ${isKnownTo(right)}`
  const publications = await queryRows(tx, publicationsEndpoints.list.response.shape.publications.def.element)`
    select ${shownTo(right)} from publication p left join user_account a on a.user_id = p.author_id where ${isKnownTo(right)}
    order by p.state in ('scheduled', 'stopped') desc, p.send_at desc, p.publication_id desc
    limit ${PUBLICATION_PAGE} offset ${(page - 1) * PUBLICATION_PAGE}`
  return { total, publications }
}

/** Throws 'publication.gone'. */
export async function readPublication(tx: Tx, right: WriterRight, publicationId: string): Promise<Publication> {
  const [found] = await queryRows(tx, unversioned)`
    select ${shownTo(right)}, p.body as text, p.english_body as "englishText", p.url, p.application_code as "applicationCode", p.audience, '[]'::json as people,
      coalesce((
        select json_agg(json_build_object('fileId', f.attachment_id, 'name', f.name, 'size', o.size) order by f.position)
        from publication_file f join storage_object o on o.unit_id = f.unit_id and o.sha256 = f.sha256
        where f.publication_id = p.publication_id), '[]') as files
    from publication p left join user_account a on a.user_id = p.author_id
    where p.publication_id = ${asId(publicationId)} and ${isKnownTo(right)}`
  if (!found) throw new PortalError('publication.gone')
  const version = versionOf(z.parse(savedFields, found))
  return { ...found, people: await readReceivers(tx, found.audience.userIds), version }
}

const unversioned = z.omit(publicationsEndpoints.show.response, { version: true })
/** What a save writes. */
const savedFields = z.pick(unversioned, {
  kind: true,
  title: true,
  englishTitle: true,
  text: true,
  englishText: true,
  importance: true,
  url: true,
  applicationCode: true,
  dueOn: true,
  asks: true,
  audience: true,
  sendAt: true,
  files: true,
})

const locked = z.object({
  kind: z.literal(['message', 'todo']),
  state: z.literal(['scheduled', 'stopped', 'sending', 'sent', 'recalled']),
  messageId: z.nullable(z.string()),
  isOffice: z.boolean(),
  wait: z.number(),
})

/** It stays as it is until the transaction ends. Throws 'publication.gone', and 'publication.of_office' where the caller may not change it. */
export async function lockPublication(tx: Tx, publicationId: string, right: WriterRight) {
  const [found] = await queryRows(tx, locked)`
    select p.kind, p.state, p.message_id as "messageId", p.office_name is not null as "isOffice",
      coalesce(extract(epoch from p.reminded_at + interval '1 hour' - now()), 0)::float8 as wait
    from publication p where p.publication_id = ${asId(publicationId)} and ${isKnownTo(right)} for update`
  if (!found) throw new PortalError('publication.gone')
  if (found.isOffice && right.of !== 'office') throw new PortalError('publication.of_office')
  return found
}

/** A file of a message, for those who received it, for those who know it by the right for own classes and for those who send to all of the unit. Throws 'files.not_found'. */
export async function findAttachment(
  tx: Tx,
  { unitId, userId, userType }: Pick<Session, 'unitId' | 'userId' | 'userType'>,
  attachmentId: string,
): Promise<ReadableFile> {
  const [found] = await queryRows(tx, readableFile)`
    select f.name, f.created_at as "createdAt", f.sha256, o.size
    from publication_file f join publication p using (publication_id) join storage_object o on o.unit_id = f.unit_id and o.sha256 = f.sha256
    where f.attachment_id = ${asId(attachmentId)} and (portal_holds(${unitId}, ${userId}, ${userType}::smallint, 'base_message')
      or ${isOfOwnClasses(userId)} and portal_holds(${unitId}, ${userId}, ${userType}::smallint, 'message_classes', true)
      or p.state <> 'recalled' and exists (select from message_recipient r where r.message_id = p.message_id and r.user_id = ${userId}))`
  if (!found) throw new PortalError('files.not_found')
  return found
}

/** Who has received it: those who have read it, or have not. Throws 'publication.gone'. */
export async function listReceipts(
  tx: Tx,
  right: WriterRight,
  { publicationId, state, page = 1 }: ParsedRequestOf<typeof publicationsEndpoints.receipts>,
): Promise<ResponseOf<typeof publicationsEndpoints.receipts>> {
  const [kind] = await queryValues(tx, publicationKind)`
    select p.kind from publication p where p.publication_id = ${asId(publicationId)} and ${isKnownTo(right)}`
  if (!kind) throw new PortalError('publication.gone')
  const all =
    kind === 'message'
      ? sql`select r.user_id, r.read_at, case when r.reply is not null then 'replied' end as answer, r.reply from publication p join message_recipient r on r.message_id = p.message_id
          where p.publication_id = ${publicationId}::uuid`
      : sql`select t.user_id, t.closed_at as read_at, t.answer, t.reply from todo t where t.publication_id = ${publicationId}::uuid`
  const isWanted = state === 'answered' ? sql`r.answer is not null` : sql`(r.read_at is not null) = ${state === 'read'}`
  const wanted = sql`select * from (${all}) r where ${isWanted}`
  const total = await queryValue(tx, z.number())`select count(*) from (${wanted}) r`
  const people = await queryRows(tx, publicationsEndpoints.receipts.response.shape.people.def.element)`
    select ${receiverColumns}, ${isoText(sql`r.read_at`)} as "readAt",
      case when r.answer is not null then json_build_object('answer', r.answer, 'reply', coalesce(r.reply, '')) end as given
    from (${wanted}) r join user_account a using (user_id)
    order by r.read_at desc nulls last, a.name_letters nulls last, a.real_name, a.user_id
    limit ${RECEIPT_PAGE} offset ${(page - 1) * RECEIPT_PAGE}`
  return { total, people }
}

/** Deletes one that waits for its time or was stopped; its job then finds nothing. Returns its title. Throws what the endpoint says. */
export async function cancelPublication(tx: Tx, right: WriterRight, publicationId: string): Promise<string> {
  const { state } = await lockPublication(tx, publicationId, right)
  if (state !== 'scheduled' && state !== 'stopped') throw new PortalError('publication.begun')
  return queryValue(tx, z.string())`delete from publication where publication_id = ${publicationId} returning title`
}

/** Those who have read it stay as a record. Throws what the endpoint says. */
export async function recallPublication(
  tx: Tx,
  { unitId }: Pick<Session, 'unitId'>,
  right: WriterRight,
  publicationId: string,
): Promise<number> {
  const { kind, state, messageId } = await lockPublication(tx, publicationId, right)
  if (state !== 'sent' && state !== 'sending') throw new PortalError('publication.not_sent')
  const { rowCount } = await tx.execute(
    kind === 'message'
      ? sql`delete from message_recipient where message_id = ${messageId} and read_at is null`
      : sql`delete from todo where publication_id = ${publicationId} and closed_at is null`,
  )
  await tx.execute(
    sql`update publication set state = 'recalled', recalled_at = now() where publication_id = ${publicationId}`,
  )
  await announce(tx, { unitId, to: 'unit', kind: kind === 'message' ? 'messages' : 'todos' })
  return rowCount ?? 0
}

/** Returns how many have not read it. Throws what the endpoint says. */
export async function remindReceivers(
  tx: Tx,
  { unitId }: Pick<Session, 'unitId'>,
  right: WriterRight,
  publicationId: string,
): Promise<number> {
  const { kind, state, messageId, wait } = await lockPublication(tx, publicationId, right)
  if (state !== 'sent') throw new PortalError('publication.not_sent')
  if (wait > 0) throw new PortalError('publication.reminded', { retryAfter: Math.ceil(wait) })
  const isTodo = kind === 'todo'
  if (!isTodo) await tx.execute(sql`update message set reminded_at = now() where message_id = ${messageId}`)
  const waiting = await queryValue(tx, z.number())`${
    isTodo
      ? sql`with reminded as (
          update todo set reminded_at = now() where publication_id = ${publicationId} and closed_at is null returning 1)
          select count(*) from reminded`
      : sql`select count(*) from message_recipient where message_id = ${messageId} and read_at is null`
  }`
  await tx.execute(sql`update publication set reminded_at = now() where publication_id = ${publicationId}`)
  await announce(tx, { unitId, to: 'unit', kind: isTodo ? 'todos' : 'messages' })
  return waiting
}

/** What the trail has of it: never the text. */
export function describePublication({
  kind,
  title,
  audience,
  importance,
  sendAt,
}: Pick<PublicationRow, 'kind' | 'title' | 'importance'> & Pick<Publication, 'audience'> & { sendAt: string | null }) {
  return { kind, title, audience, importance, sendAt }
}
