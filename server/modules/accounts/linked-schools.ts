import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as linkedSchools from '../../../contract/endpoints/family/linked-schools.ts'
import { LINK_CODE_MINUTES, LINKS_MAX, type LinkedSchool } from '../../../contract/endpoints/family/linked-schools.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryOne, queryRows, queryValue } from '../../db/query.ts'
import type { CallBase, Session } from '../../http/call.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { noticeOf } from '../auth/account-notices.ts'
import { checkSecretWait, countWrongSecret } from '../auth/login-limits.ts'
import { originOf } from '../auth/sign-in-events.ts'
import { createCode, hashCode } from '../auth/written-code.ts'

type Account = Pick<Session, 'unitId' | 'userId'>

/** Codes that an account may make or try in a minute. */
const PER_MINUTE = 10

/** Links between a parent's accounts at several schools; each side is proved by its own session. */
export function registerLinkedSchools(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'account link', perMinute: PER_MINUTE })
  route(app, linkedSchools.linkedSchools, (_, { tx }) => readLinks(tx))
  route(app, linkedSchools.createLinkCode, async (_, { tx, session, request }) => {
    await limit(request, tx)
    return makeLinkCode(tx, session, 'school')
  })
  // Not `route`: wrong codes must be counted.
  streamRoute(app, linkedSchools.link, async (call) => {
    const { code } = call.parse({})
    const { address, userAgent } = originOf(call.request)
    await limit(call.request)
    const outcome = await call.inUnit(async (tx) => {
      await checkSecretWait(tx, address)
      const made = await queryOne(tx, redeemed)`
        select outcome, unit_id as "unitId", user_id as "userId"
        from portal_redeem_link_code(${hashCode(code)}, ${LINKS_MAX}, ${address}, ${userAgent})`
      if (made.outcome === 'linked') await noteBoth(tx, call, made, 'account-linked')
      if (made.outcome === 'code_invalid') await countWrongSecret(tx, address)
      return made.outcome
    })
    if (outcome !== 'linked') throw new PortalError(`link.${outcome}`)
    return call.inUnit(readLinks)
  })
  route(app, linkedSchools.unlink, async ({ linkId }, call) => {
    const { tx, request } = call
    const { address, userAgent } = originOf(request)
    const [other] = await queryRows(tx, otherRow)`
      select unit_id as "unitId", user_id as "userId" from portal_remove_link(${asId(linkId)}, ${address}, ${userAgent})`
    if (!other) throw new PortalError('link.gone')
    await noteBoth(tx, call, other, 'account-unlinked')
    return readLinks(tx)
  })
}

async function readLinks(tx: Tx): Promise<LinkedSchool[]> {
  return queryRows(tx, linkedSchools.linkedSchools.response.def.element)`
    select link_id as "linkId", user_id as "userId", person, name, english_name as "englishName", host,
      portal_moment(linked_at) as "linkedAt", problem
    from portal_own_links()`
}

/** `purpose`: whether it links with an account at another school, or with the teacher account of the same person. */
export async function makeLinkCode(
  tx: Tx,
  { unitId, userId }: Account,
  purpose: 'school' | 'teacher',
): Promise<ResponseOf<typeof linkedSchools.createLinkCode>> {
  const code = createCode()
  const expiresAt = await queryValue(tx, z.string())`
    insert into account_link_code (unit_id, user_id, code_hash, purpose, expires_at)
    values (${unitId}, ${userId}, ${hashCode(code)}, ${purpose}, now() + make_interval(mins => ${LINK_CODE_MINUTES}))
    on conflict (user_id) do update set code_hash = excluded.code_hash, purpose = excluded.purpose, created_at = now(), expires_at = excluded.expires_at
    returning portal_moment(expires_at)`
  return { code, expiresAt }
}

const redeemed = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('linked'), unitId: z.string(), userId: z.string() }),
  z.object({ outcome: z.literal(['code_invalid', 'own_school', 'already', 'limit']) }),
])

const otherRow = z.object({ unitId: z.string(), userId: z.string() })

/** Mails both owners, each by the mail server of their school. A failure ends the transaction, and the scope with it. */
async function noteBoth(
  tx: Tx,
  call: CallBase<Session>,
  other: Account,
  notice: 'account-linked' | 'account-unlinked',
): Promise<void> {
  const { unitId, userId } = call.session
  const note = noticeOf(call)
  await note(tx, { unitId, userId }, notice)
  await enter(tx, other)
  await note(tx, other, notice)
  await enter(tx, { unitId, userId })
}

/** Goes on among the rows of another unit, of which a function of the database has just said that it is linked. */
async function enter(tx: Tx, { unitId, userId }: Account): Promise<void> {
  await tx.execute(
    sql`select set_config('portal.unit_id', ${unitId}, true), set_config('portal.user_id', ${userId}, true)`,
  )
}
