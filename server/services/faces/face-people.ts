import { and, count, eq, isNull, max, sql } from 'drizzle-orm'
import type { people } from '../../../contract/calls/face-admin.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import type { AnswerOf, ParsedInputOf } from '../../../contract/row.ts'
import type { Tx } from '../../db/database.ts'
import { faceConsent, facePhoto } from '../../db/schema/faces.ts'
import { userAccount } from '../../db/schema/identity.ts'

/** A page of the people of the transaction's unit who have a face here, by name. */
export async function listFacePeople(
  tx: Tx,
  { page = 1, name = '' }: ParsedInputOf<typeof people>,
): Promise<AnswerOf<typeof people>> {
  const wanted = name.trim().toLowerCase()
  const named = sql`(${wanted} = '' or position(${wanted} in lower(${userAccount.realName})) > 0 or position(${wanted} in lower(${userAccount.loginName})) > 0)`
  const [all] = await tx
    .select({ total: sql<number>`count(distinct ${facePhoto.userId})::integer` })
    .from(facePhoto)
    .innerJoin(userAccount, eq(userAccount.userId, facePhoto.userId))
    .where(named)
  const rows = await tx
    .select({
      userId: userAccount.userId,
      realName: userAccount.realName,
      loginName: userAccount.loginName,
      userType: userAccount.userType,
      photos: count(facePhoto.photoId),
      registeredAt: max(facePhoto.registeredAt),
      lastUsedAt: max(facePhoto.lastUsedAt),
      giver: faceConsent.giver,
      givenAt: faceConsent.givenAt,
    })
    .from(facePhoto)
    .innerJoin(userAccount, eq(userAccount.userId, facePhoto.userId))
    .leftJoin(faceConsent, and(eq(faceConsent.userId, facePhoto.userId), isNull(faceConsent.withdrawnAt)))
    .where(named)
    .groupBy(userAccount.userId, faceConsent.consentId)
    .orderBy(userAccount.realName, userAccount.userId)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
  return {
    total: all?.total ?? 0,
    people: rows.map(({ giver, givenAt, registeredAt, lastUsedAt, ...person }) => ({
      ...person,
      registeredAt: toText(registeredAt),
      lastUsedAt: toText(lastUsedAt),
      consent: giver && givenAt ? { giver, givenAt: givenAt.toISOString() } : null,
    })),
  }
}

/** Of a group that has rows, so there is one. */
function toText(at: Date | null): string {
  return (at ?? new Date(0)).toISOString()
}
