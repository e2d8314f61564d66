import { and, count, eq, isNull, max, notExists, sql, type SQL } from 'drizzle-orm'
import { nameSearch } from '../../db/name-search.ts'
import type * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { faceConsent, facePhoto, userAccount } from '../../db/tables.generated.ts'

const person = {
  userId: userAccount.userId,
  realName: userAccount.realName,
  englishName: userAccount.englishName,
  loginName: userAccount.loginName,
  userType: userAccount.userType,
  giver: faceConsent.giver,
  givenAt: faceConsent.givenAt,
}

/** A page of people with a stored face, by name. */
export async function listFacePeople(
  tx: Tx,
  { page = 1, name = '' }: ParsedRequestOf<typeof faceAdmin.people>,
): Promise<ResponseOf<typeof faceAdmin.people>> {
  const [all] = await tx
    .select({ total: sql<number>`count(distinct ${facePhoto.userId})::integer` })
    .from(facePhoto)
    .innerJoin(userAccount, eq(userAccount.userId, facePhoto.userId))
    .where(isNamed(name))
  const rows = await tx
    .select({
      ...person,
      photos: count(facePhoto.photoId),
      registeredAt: max(facePhoto.registeredAt),
      lastUsedAt: max(facePhoto.lastUsedAt),
    })
    .from(facePhoto)
    .innerJoin(userAccount, eq(userAccount.userId, facePhoto.userId))
    .leftJoin(faceConsent, and(eq(faceConsent.userId, facePhoto.userId), isNull(faceConsent.withdrawnAt)))
    .where(isNamed(name))
    .groupBy(userAccount.userId, faceConsent.consentId)
    .orderBy(userAccount.realName, userAccount.userId)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
  return {
    total: all?.total ?? 0,
    people: rows.map(({ registeredAt, lastUsedAt, ...found }) => ({
      ...toPerson(found),
      registeredAt: toText(registeredAt),
      lastUsedAt: toText(lastUsedAt),
    })),
  }
}

export async function listFaceCandidates(
  tx: Tx,
  { page = 1, name = '' }: ParsedRequestOf<typeof faceAdmin.candidates>,
): Promise<ResponseOf<typeof faceAdmin.candidates>> {
  const photos = tx
    .select({ own: sql`1` })
    .from(facePhoto)
    .where(eq(facePhoto.userId, userAccount.userId))
  const wanted = and(eq(userAccount.status, 1), notExists(photos), isNamed(name))
  const [all] = await tx.select({ total: count() }).from(userAccount).where(wanted)
  const rows = await tx
    .select(person)
    .from(userAccount)
    .leftJoin(faceConsent, and(eq(faceConsent.userId, userAccount.userId), isNull(faceConsent.withdrawnAt)))
    .where(wanted)
    .orderBy(userAccount.realName, userAccount.userId)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
  return { total: all?.total ?? 0, people: rows.map(toPerson) }
}

/** Whether a person's name in either language, its pinyin or their login name contains the text. */
function isNamed(typed: string): SQL {
  return nameSearch(typed)?.finds(sql`${userAccount}`) ?? sql`true`
}

function toPerson<Found extends { giver: 'oneself' | 'guardian' | 'paper' | null; givenAt: Date | null }>({
  giver,
  givenAt,
  ...found
}: Found) {
  return { ...found, consent: giver && givenAt ? { giver, givenAt: givenAt.toISOString() } : null }
}

/** Only called for groups that have rows. */
function toText(at: Date | null): string {
  return (at ?? new Date(0)).toISOString()
}
