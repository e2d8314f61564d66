import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import { AREA_PAGE, type AreaMessage, SCHOOLS_MAX } from '../../../contract/endpoints/units/areas.ts'
import type { Audience } from '../../../contract/endpoints/messages/publications.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { lockUntilEnd, type Tx } from '../../db/database.ts'
import { asId, queryRows, queryValue, queryValues } from '../../db/query.ts'
import { areaPublication, unit } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { countReceivers } from '../messages/audience.ts'
import { isOwnUnit } from '../units/unit-config.ts'
import { recallPublication } from '../messages/publications.ts'
import { requireFuture } from '../messages/save-publication.ts'
import { sendLater } from '../messages/send-publication.ts'
import { inSchool, listSchools } from './schools.ts'

// Messages of an education office: written once, and a publication in each school, so that the schools' own jobs, lists and counts send and show them.

/** The most messages of an office within `SENT_MINUTES`. */
const SENT_MAX = 60
const SENT_MINUTES = 10

type Writer = Pick<Session, 'unitId' | 'userId'>

const audienceOf = (userTypes: Audience['userTypes']): Audience => ({
  userTypes,
  gradeIds: [],
  classIds: [],
  userIds: [],
  roleIds: [],
})

/** The given schools without duplicates. Throws 'area.no_school' for a school that is not in use or not the office's. */
async function requireSchools(tx: Tx, unitIds: readonly string[]): Promise<string[]> {
  const own = (await listSchools(tx)).filter(({ active }) => active).map(({ unitId }) => unitId)
  const wanted = [...new Set(unitIds)]
  if (wanted.length === 0 || wanted.length > SCHOOLS_MAX || wanted.some((unitId) => !own.includes(unitId)))
    throw new PortalError('area.no_school')
  return wanted
}

/** Throws 'area.no_school'. */
export async function countInSchools(
  tx: Tx,
  writer: Writer,
  given: ParsedRequestOf<typeof areas.count>,
): Promise<ResponseOf<typeof areas.count>> {
  const types = ([1, 2, 3, 4] as const).filter((type) => given.userTypes.split(',').includes(String(type)))
  const counts: ResponseOf<typeof areas.count> = []
  for (const unitId of await requireSchools(tx, given.unitIds.split(',').filter(Boolean))) {
    const recipients = await inSchool(tx, writer, unitId, () => countReceivers(tx, audienceOf(types)))
    counts.push({ unitId, recipients })
  }
  return counts
}

const sentRow = z.object({ ...areas.sendMessage.response.shape, same: z.boolean() })

/** The message that the writer has sent with this id before, when the response was lost. Throws 'request.invalid' where another person has sent it. */
async function findSent(
  tx: Tx,
  { userId }: Writer,
  newId: string | undefined,
): Promise<ResponseOf<typeof areas.sendMessage> | undefined> {
  if (newId === undefined) return undefined
  const [found] = await queryRows(tx, sentRow)`
    select area_publication_id as "areaPublicationId", coalesce(author_id = ${userId}::uuid, false) as same,
      (select coalesce(sum(r.recipients), 0)::int from portal_area_receipts(array[area_publication_id]) r) as recipients
    from area_publication where area_publication_id = ${newId}::uuid`
  if (!found) return undefined
  const { same, ...sent } = found
  if (!same) throw new PortalError('request.invalid')
  return sent
}

/**
 * `isRepeated`: it had been sent before under its `newId`, and nothing is sent. Throws 'area.no_school', 'message.nobody', 'message.too_many', 'request.invalid', and
 * 'publication.past' at the field.
 */
export async function sendToSchools(
  tx: Tx,
  jobs: JobQueue,
  writer: Writer,
  { newId, ...given }: ParsedRequestOf<typeof areas.sendMessage>,
): Promise<{ sent: ResponseOf<typeof areas.sendMessage>; isRepeated: boolean }> {
  await lockUntilEnd(tx, `publish ${writer.unitId}`)
  const before = await findSent(tx, writer, newId)
  if (before) return { sent: before, isRepeated: true }
  await requireRate(tx)
  await requireFuture(tx, given)
  const unitIds = await requireSchools(tx, given.unitIds)
  const isTodo = given.kind === 'todo'
  const dueOn = isTodo ? given.dueOn : null
  const userTypes = [...new Set(given.userTypes)].toSorted((a, b) => a - b)
  const text = {
    title: given.title,
    englishTitle: given.englishTitle.trim(),
    body: isTodo ? '' : given.text.trim(),
    englishBody: isTodo ? '' : given.englishText.trim(),
  }
  const [areaPublicationId] = await queryValues(tx, z.string())`
    insert into area_publication (area_publication_id, unit_id, author_id, title, english_title, body, english_body, importance, url, user_types, kind, due_on, send_at)
    values (coalesce(${newId ?? null}::uuid, portal_new_id()), ${writer.unitId}, ${writer.userId}, ${text.title}, ${text.englishTitle}, ${text.body}, ${text.englishBody}, ${given.importance}, ${given.url},
      ${sql.param(userTypes)}::smallint[], ${given.kind}, ${dueOn}::date, ${given.sendAt}::timestamptz)
    on conflict do nothing returning area_publication_id as id`
  // The id is taken by a row of another unit.
  if (areaPublicationId === undefined) throw new PortalError('request.invalid')
  const [office] = await tx.select({ name: unit.name, englishName: unit.englishName }).from(unit).where(isOwnUnit)
  const audience = audienceOf(userTypes)
  const at = given.sendAt === null ? undefined : new Date(given.sendAt)
  let recipients = 0
  for (const unitId of unitIds)
    recipients += await inSchool(tx, writer, unitId, async () => {
      const expected = await countReceivers(tx, audience)
      if (expected === 0) return 0
      const id = await queryValue(tx, z.string())`
        insert into publication (unit_id, kind, title, english_title, body, english_body, importance, url, audience, state, send_at, expected, due_on,
          area_publication_id, office_name, office_english_name)
        values (${unitId}, ${given.kind}, ${text.title}, ${text.englishTitle}, ${text.body}, ${text.englishBody}, ${given.importance}, ${given.url},
          ${JSON.stringify(audience)}::jsonb, 'scheduled', coalesce(${given.sendAt}::timestamptz, now()), ${expected}, ${dueOn}::date, ${areaPublicationId}::uuid, ${office?.name ?? ''}, ${office?.englishName ?? ''})
        returning publication_id as id`
      await sendLater(jobs, tx, unitId, id, at)
      return expected
    })
  if (recipients === 0) throw new PortalError('message.nobody')
  return { sent: { areaPublicationId, recipients }, isRepeated: false }
}

async function requireRate(tx: Tx): Promise<void> {
  const isRecent = sql`${areaPublication.createdAt} > now() - make_interval(mins => ${SENT_MINUTES})`
  if ((await tx.$count(areaPublication, isRecent)) >= SENT_MAX) throw new PortalError('message.too_many')
}

const shown = sql`
  o.area_publication_id as "areaPublicationId", o.kind, o.due_on::text as "dueOn", o.title, o.english_title as "englishTitle", o.body as text, o.english_body as "englishText", o.importance, o.url,
  to_json(o.user_types) as "userTypes", portal_moment(coalesce(o.send_at, o.created_at)) as "sentAt", portal_moment(o.recalled_at) as "recalledAt",
  case when a.user_id is not null then json_build_object('realName', a.real_name, 'englishName', a.english_name) end as author,
  coalesce((
    select json_agg(json_build_object('unitId', r.unit_id, 'name', r.name, 'englishName', r.english_name, 'state', r.state, 'recipients', r.recipients,
      'read', r.read) order by r.name)
    from portal_area_receipts(array[o.area_publication_id]) r), '[]') as schools`

/** A page of what the office has sent. */
export async function listAreaMessages(tx: Tx, page = 1): Promise<ResponseOf<typeof areas.messages>> {
  const messages = await queryRows(tx, areas.showMessage.response)`
    select ${shown} from area_publication o left join user_account a on a.user_id = o.author_id
    order by o.created_at desc, o.area_publication_id desc limit ${AREA_PAGE} offset ${(page - 1) * AREA_PAGE}`
  return { total: await tx.$count(areaPublication), messages }
}

/** Throws 'publication.gone'. */
export async function readAreaMessage(tx: Tx, areaPublicationId: string): Promise<AreaMessage> {
  const [found] = await queryRows(tx, areas.showMessage.response)`
    select ${shown} from area_publication o left join user_account a on a.user_id = o.author_id
    where o.area_publication_id = ${asId(areaPublicationId)}`
  if (!found) throw new PortalError('publication.gone')
  return found
}

const partRow = z.object({ id: z.string(), state: z.string() })

/** Returns from how many it was taken back; none of those that wait is sent any more. Throws 'publication.gone' and 'publication.not_sent'. */
export async function recallFromSchools(tx: Tx, writer: Writer, areaPublicationId: string): Promise<number> {
  const { schools, recalledAt } = await readAreaMessage(tx, areaPublicationId)
  if (recalledAt !== null) throw new PortalError('publication.not_sent')
  let recalled = 0
  for (const { unitId } of schools)
    recalled += await inSchool(tx, writer, unitId, async () => {
      // The job of a scheduled one has not begun, and will find that nothing is due; a stopped one was not sent.
      await tx.execute(sql`
        update publication set state = 'recalled', recalled_at = now()
        where area_publication_id = ${areaPublicationId}::uuid and state in ('scheduled', 'stopped')`)
      const parts = await queryRows(tx, partRow)`
        select publication_id as id, state from publication where area_publication_id = ${areaPublicationId}::uuid`
      let here = 0
      for (const { id, state } of parts)
        if (state !== 'recalled') here += await recallPublication(tx, { unitId }, { of: 'office' }, id)
      return here
    })
  await tx.execute(
    sql`update area_publication set recalled_at = now() where area_publication_id = ${areaPublicationId}::uuid`,
  )
  return recalled
}
