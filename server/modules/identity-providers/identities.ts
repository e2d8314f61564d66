import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { ownIdentities } from '../../../contract/endpoints/sign-in/sso.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { isoText, queryRows } from '../../db/query.ts'
import { externalIdentity, signInProvider, userAccount } from '../../db/tables.generated.ts'
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

type Person = Pick<Session, 'userId' | 'userType'> & { readonly active: boolean; readonly secondStep: boolean }

const person = {
  userId: userAccount.userId,
  userType: userAccount.userType,
  active: sql<boolean>`${userAccount.status} = 1`,
  secondStep: sql<boolean>`exists (select from second_step s where s.user_id = ${userAccount.userId})`,
}

/** Stores the time of use. A WeChat identity whose union id is bound through another application of the same owner is bound to the same account. */
export async function findBoundAccount(
  tx: Tx,
  provider: Provider,
  identity: ProvedIdentity,
  origin: IdentityOrigin,
): Promise<Person | undefined> {
  const [bound] = await tx
    .update(externalIdentity)
    .set({ lastUsedAt: sql`now()`, ...(identity.displayName && { displayName: identity.displayName }) })
    .from(userAccount)
    .where(
      and(
        eq(externalIdentity.providerId, provider.providerId),
        eq(externalIdentity.subject, identity.subject),
        eq(userAccount.userId, externalIdentity.userId),
      ),
    )
    .returning(person)
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
  const [owner] = await tx
    .select({ userId: externalIdentity.userId })
    .from(externalIdentity)
    .where(and(eq(externalIdentity.providerId, providerId), eq(externalIdentity.subject, subject)))
  if (owner?.userId !== userId) throw new PortalError('sso.identity_taken')
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
  if (!isRowId(identityId)) throw new PortalError('sso.identity_gone')
  const [gone] = await tx
    .delete(externalIdentity)
    .where(and(eq(externalIdentity.identityId, identityId), eq(externalIdentity.userId, userId)))
    .returning({ unionId: externalIdentity.unionId })
  if (!gone) throw new PortalError('sso.identity_gone')
  // Otherwise the next sign-in with it would bind it again through the other identity.
  if (gone.unionId !== null)
    await tx
      .update(externalIdentity)
      .set({ unionId: null })
      .where(and(eq(externalIdentity.userId, userId), eq(externalIdentity.unionId, gone.unionId)))
  await recordSignInEvent(tx, { unitId, userId, kind: 'identity-unbound', ...origin })
}

/** Only among providers at the same address: another one could claim any union id. */
async function findByUnion(tx: Tx, provider: Provider, { unionId }: ProvedIdentity): Promise<Person | undefined> {
  if (unionId === null || provider.apiUrl === null) return undefined
  const [akin] = await tx
    .select(person)
    .from(externalIdentity)
    .innerJoin(signInProvider, eq(signInProvider.providerId, externalIdentity.providerId))
    .innerJoin(userAccount, eq(userAccount.userId, externalIdentity.userId))
    .where(
      and(
        eq(externalIdentity.unionId, unionId),
        inArray(signInProvider.kind, ['wechat_web', 'wechat_mp']),
        eq(signInProvider.enabled, true),
        eq(signInProvider.apiUrl, provider.apiUrl),
      ),
    )
    .orderBy(asc(externalIdentity.createdAt))
    .limit(1)
  return akin
}
