import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ownIdentities } from '../../../contract/endpoints/sign-in/sso.ts'
import { userType } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { asId, isoText, queryAny, queryRows } from '../../db/query.ts'
import { externalIdentity } from '../../db/tables.generated.ts'
import type { NoteChange } from '../auth/account-notices.ts'
import { type Origin, recordSignInEvent } from '../auth/sign-in-events.ts'
import type { Provider } from './providers.ts'

export interface ProvedIdentity {
  /** Unique at this provider. */
  readonly subject: string
  /** WeChat's: the same for all applications of one owner. */
  readonly unionId: string | null
  readonly displayName: string | null
  /** The session there, of an OpenID provider that names it. */
  readonly providerSid: string | null
}

export interface IdentityOrigin extends Origin {
  readonly unitId: string
  readonly note: NoteChange
}

const person = z.object({ userId: z.string(), userType, active: z.boolean(), secondStep: z.boolean() })
type Person = z.infer<typeof person>

/** SQL: what is read of an account `a`. */
const personColumns = sql`a.user_id as "userId", a.user_type as "userType", a.status = 1 as active,
  exists (select from second_step s where s.user_id = a.user_id) as "secondStep"`

/** Stores the time of use. A WeChat identity whose union id is bound through another application of the same owner is bound to the same account. */
export async function findBoundAccount(
  tx: Tx,
  provider: Provider,
  identity: ProvedIdentity,
  origin: IdentityOrigin,
): Promise<Person | undefined> {
  const [bound] = await queryRows(tx, person)`
    update external_identity i set last_used_at = now(), display_name = coalesce(${identity.displayName || null}, i.display_name)
    from user_account a
    where i.provider_id = ${provider.providerId} and i.subject = ${identity.subject} and a.user_id = i.user_id
    returning ${personColumns}`
  if (bound) return bound
  const akin = await findByUnion(tx, provider, identity)
  if (!akin) return undefined
  if (akin.active && !akin.secondStep) await bindIdentity(tx, akin.userId, provider.providerId, identity, origin)
  return akin
}

/** Leaves an identity that is bound already. Throws 'sso.identity_taken' when it is another account's. */
export async function bindIdentity(
  tx: Tx,
  userId: string,
  providerId: string,
  { subject, unionId, displayName }: ProvedIdentity,
  { unitId, note, ...origin }: IdentityOrigin,
): Promise<void> {
  const { rowCount } = await tx
    .insert(externalIdentity)
    .values({ unitId, providerId, userId, subject, unionId, displayName, lastUsedAt: sql`now()` })
    .onConflictDoNothing({ target: [externalIdentity.providerId, externalIdentity.subject] })
  if (rowCount) {
    await recordSignInEvent(tx, { unitId, userId, kind: 'identity-bound', ...origin })
    await note(tx, { unitId, userId }, 'identity-bound')
    return
  }
  const isOwn = await queryAny(tx)`
    select from external_identity where provider_id = ${providerId} and subject = ${subject} and user_id = ${userId}`
  if (!isOwn) throw new PortalError('sso.identity_taken')
}

export async function readOwnIdentities(tx: Tx, userId: string): Promise<ResponseOf<typeof ownIdentities>> {
  return queryRows(tx, ownIdentities.response.def.element)`
    select i.identity_id as "identityId", p.name as "providerName", p.english_name as "providerEnglishName", i.display_name as "displayName",
      ${isoText(sql`i.created_at`)} as "createdAt", ${isoText(sql`i.last_used_at`)} as "lastUsedAt"
    from external_identity i join sign_in_provider p using (provider_id)
    where i.user_id = ${userId}::uuid order by i.created_at, i.identity_id`
}

/** Throws 'sso.identity_gone' when it is not the person's. */
export async function unbindIdentity(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  identityId: string,
  origin: Origin,
): Promise<void> {
  const [gone] = await queryRows(tx, z.object({ unionId: z.nullable(z.string()) }))`
    delete from external_identity where identity_id = ${asId(identityId)} and user_id = ${userId} returning union_id as "unionId"`
  if (!gone) throw new PortalError('sso.identity_gone')
  // Otherwise the next sign-in with it would bind it again through the other identity.
  await tx.execute(sql`
    update external_identity set union_id = null where user_id = ${userId} and union_id = ${gone.unionId}`)
  await recordSignInEvent(tx, { unitId, userId, kind: 'identity-unbound', ...origin })
}

/** Only among providers at the same address: another one could claim any union id. */
async function findByUnion(tx: Tx, provider: Provider, { unionId }: ProvedIdentity): Promise<Person | undefined> {
  if (unionId === null || provider.apiUrl === null) return undefined
  const [akin] = await queryRows(tx, person)`
    select ${personColumns}
    from external_identity i join sign_in_provider p using (provider_id) join user_account a on a.user_id = i.user_id
    where i.union_id = ${unionId} and p.kind in ('wechat_web', 'wechat_mp') and p.enabled and p.api_url = ${provider.apiUrl}
    order by i.created_at limit 1`
  return akin
}
