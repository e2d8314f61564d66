import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Audience } from '../../../contract/endpoints/messages/publications.ts'
import * as thirdParty from '../../../contract/endpoints/sign-in/third-party.ts'
import { THIRD_PARTY_RATE } from '../../../contract/endpoints/sign-in/third-party.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { SEND_MESSAGES, WRITE_TODOS, type OwnScope } from '../../../contract/rules/own-scopes.ts'
import { isRowId, lockUntilEnd, type Tx } from '../../db/database.ts'
import { asId, queryRows, queryValue, queryValues } from '../../db/query.ts'
import { fieldError, type Session, type StreamCall } from '../../http/call.ts'
import { countRequest, rateKey, refuseOverRate } from '../../http/request-limit.ts'
import { streamRoute } from '../../http/route.ts'
import { announce } from '../live/live.ts'
import { findOwnCaller } from '../oauth/own-tokens.ts'
import { countReceivers } from './audience.ts'
import { recallPublication } from './publications.ts'
import { requireFuture } from './save-publication.ts'
import { sendLater } from './send-publication.ts'

interface Caller {
  readonly unitId: string
  readonly clientId: string
}
type PartyCall = Pick<StreamCall<Session | null>, 'request' | 'unit' | 'inUnit'>
type Written = ResponseOf<typeof thirdParty.sendMessage>
type Given = ParsedRequestOf<typeof thirdParty.sendMessage> | ParsedRequestOf<typeof thirdParty.createTodo>

/** Registers what third parties write in their own name. */
export function registerThirdPartyMessages(app: FastifyInstance): void {
  streamRoute(app, thirdParty.sendMessage, async (call) =>
    send(app, call, await admit(call, SEND_MESSAGES), 'message', call.parse({})),
  )
  streamRoute(app, thirdParty.createTodo, async (call) =>
    send(app, call, await admit(call, WRITE_TODOS), 'todo', call.parse({})),
  )
  streamRoute(app, thirdParty.closeTodo, async (call) => {
    const caller = await admit(call, WRITE_TODOS)
    const given = call.parse({})
    return call.inUnit(async (tx) => ({ closed: await close(tx, caller, given) }))
  })
  streamRoute(app, thirdParty.withdrawTodo, async (call) => {
    const caller = await admit(call, WRITE_TODOS)
    const { id } = call.parse({})
    return call.inUnit(async (tx) => ({ withdrawn: await withdraw(tx, caller, id) }))
  })
}

/**
 * The third party of the token, read with each call: one that has lost the scope is refused at once. Throws 'party.token', 'party.scope',
 * 'licence.expired' and 'request.rate_limited'.
 */
async function admit({ request, unit: { unitId }, inUnit }: PartyCall, scope: OwnScope): Promise<Caller> {
  const [, token] = /^Bearer ([\w.~+/-]{1,200}=*)$/i.exec(request.headers.authorization ?? '') ?? []
  const caller = token === undefined ? undefined : await inUnit((tx) => findOwnCaller(tx, token))
  if (!caller) throw new PortalError('party.token')
  const { clientId } = caller
  refuseOverRate(
    await countRequest(request, {
      key: rateKey('third-party', clientId),
      perMinute: THIRD_PARTY_RATE,
      ownNetworkAddress: null,
    }),
  )
  if (!caller.scopes.has(scope)) throw new PortalError('party.scope')
  if (!request.callContext?.licensed) throw new PortalError('licence.expired')
  return { unitId, clientId }
}

async function send(
  app: FastifyInstance,
  { request, inUnit }: PartyCall,
  caller: Caller,
  kind: 'message' | 'todo',
  given: Given,
): Promise<Written> {
  const sent = await inUnit((tx) => write(app, tx, caller, kind, given))
  const { id: publication, recipients } = sent
  request.log.info({ client: caller.clientId, kind, publication, recipients }, 'a third party wrote')
  return sent
}

const earlier = z.object({ id: z.string(), recipients: z.number(), isSame: z.boolean() })

/** Stores what is to be sent as a publication, whose job sends it. The same call again answers as the first. */
async function write(
  app: FastifyInstance,
  tx: Tx,
  { unitId, clientId }: Caller,
  kind: 'message' | 'todo',
  given: Given,
): Promise<Written> {
  const { key, title, englishTitle, url, to } = given
  const request = createHash('sha256')
    .update(JSON.stringify([kind, given]))
    .digest()
  await lockUntilEnd(tx, `third party ${unitId} ${clientId} ${key}`)
  const { audience, unknown } = await findAudience(tx, to)
  const [before] = await queryRows(tx, earlier)`
    select publication_id as id, expected as recipients, client_request = ${request} as "isSame"
    from publication where client_id = ${clientId} and client_key = ${key}`
  if (before && !before.isSame) throw new PortalError('party.key_used')
  if (before) return { id: before.id, recipients: before.recipients, unknown }

  const dueOn = 'dueOn' in given ? given.dueOn : null
  await requireFuture(tx, { kind, sendAt: null, dueOn })
  if (url !== null) await requireOwnLink(tx, clientId, url)
  const expected = await countReceivers(tx, audience)
  if (expected === 0) throw new PortalError('message.nobody')
  const message = 'text' in given ? given : { text: '', englishText: '', importance: 2 }
  const id = await queryValue(tx, z.string())`
    insert into publication (unit_id, client_id, client_key, client_request, sender_name, sender_english_name, state, kind, title, english_title, body,
      english_body, importance, url, due_on, audience, send_at, expected)
    select ${unitId}, client_id, ${key}, ${request}, name, english_name, 'scheduled', ${kind}, ${title}, ${englishTitle.trim()}, ${message.text.trim()},
      ${message.englishText.trim()}, ${message.importance}, ${url}, ${dueOn}::date, ${JSON.stringify(audience)}::jsonb, now(), ${expected}
    from oauth_client where client_id = ${clientId}
    returning publication_id`
  await sendLater(app.jobs, tx, unitId, id, undefined)
  return { id, recipients: expected, unknown }
}

const identified = z.object({ given: z.string(), id: z.string() })

/** Open accounts by OneRoster sourcedId or number; a number of two people is none of both. */
async function findPeople(tx: Tx, people: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows(tx, identified)`
    select w.given, min(a.user_id::text) as id from unnest(${sql.param([...new Set(people)])}::text[]) w (given)
    join lateral (
      select u.user_id from user_account u where u.user_id::text = w.given
      union select s.user_id from student s where s.student_number = w.given or s.student_id::text = w.given
      union select e.user_id from staff_member e where e.staff_number = w.given) a on a.user_id is not null
    join user_account o on o.user_id = a.user_id and o.status = 1
    group by w.given having count(distinct a.user_id) = 1`
  return new Map(rows.map(({ given, id }) => [given, id]))
}

async function findAudience(
  tx: Tx,
  { people, classes, userTypes }: Given['to'],
): Promise<{ audience: Audience; unknown: string[] }> {
  const found = await findPeople(tx, people)
  const classIds = await queryValues(tx, z.string())`
    select class_id from class_group where closed_on is null and class_id = any (${sql.param(classes.filter(isRowId))}::uuid[])`
  return {
    // Types without a class would be the whole unit.
    audience: {
      userTypes: classIds.length > 0 ? userTypes : [],
      gradeIds: [],
      classIds,
      userIds: [...new Set(found.values())],
      roleIds: [],
    },
    unknown: [...people.filter((one) => !found.has(one)), ...classes.filter((one) => !classIds.includes(one))],
  }
}

/** Throws 'party.link' unless the address is at the client itself or at another application of the unit. */
async function requireOwnLink(tx: Tx, clientId: string, url: string): Promise<void> {
  const addresses = await queryValues(tx, z.string())`
    select unnest(redirect_uris || coalesce(login_url, '')) as address from oauth_client where client_id = ${clientId}
    union all select menu_route from application where removed_at is null and update_status <> 0 and menu_route like 'https://%'
    union all select login_url from oauth_client where disabled_at is null and login_url is not null`
  const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : null)
  const wanted = originOf(url)
  if (wanted === null || !addresses.some((address) => originOf(address) === wanted))
    throw fieldError('url', 'party.link')
}

/** Of a to-do that the client wrote; locked until the end. Throws 'party.gone'. */
async function lockOwnTodo(tx: Tx, { clientId }: Caller, id: string): Promise<string> {
  const [state] = await queryValues(tx, z.string())`
    select state from publication
    where publication_id = ${asId(id)} and client_id = ${clientId} and kind = 'todo' for update`
  if (state === undefined || state === 'recalled') throw new PortalError('party.gone')
  return state
}

async function close(
  tx: Tx,
  caller: Caller,
  { id, people }: ParsedRequestOf<typeof thirdParty.closeTodo>,
): Promise<number> {
  const state = await lockOwnTodo(tx, caller, id)
  if (state !== 'sent') throw new PortalError('party.sending', { retryAfter: 5 })
  const userIds = people === null ? null : [...(await findPeople(tx, people)).values()]
  const whose = userIds === null ? sql`true` : sql`user_id = any (${sql.param(userIds)}::uuid[])`
  const { rowCount } = await tx.execute(sql`
    update todo set closed_at = now() where publication_id = ${id} and closed_at is null and ${whose}`)
  if (rowCount) await announce(tx, { unitId: caller.unitId, to: userIds ?? 'unit', kind: 'todos' })
  return rowCount ?? 0
}

async function withdraw(tx: Tx, caller: Caller, id: string): Promise<number> {
  const state = await lockOwnTodo(tx, caller, id)
  // Its job then finds nothing to send.
  if (state === 'scheduled') {
    await tx.execute(sql`update publication set state = 'recalled', recalled_at = now() where publication_id = ${id}`)
    return 0
  }
  return recallPublication(tx, { unitId: caller.unitId }, { of: 'unit' }, id)
}
