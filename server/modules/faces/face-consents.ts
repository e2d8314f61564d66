import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type * as face from '../../../contract/endpoints/faces/face.ts'
import type * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { consentState, type FaceConsentState, type OwnFace } from '../../../contract/endpoints/faces/face.ts'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Handler, Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { isoText, queryRows, queryValues } from '../../db/query.ts'
import { faceConsent } from '../../db/tables.generated.ts'
import { type FaceRight, findFacePerson, type FacePerson } from './face-person.ts'
import { countPhotos, removeFaces } from './face-photos.ts'
import { recordCallersUse, type FaceCall } from './face-audit.ts'

/** Whose consent is needed: for a pupil a guardian's, else the person's own. */
function neededFor({ userType }: Pick<FacePerson, 'userType'>): FaceConsentState['needed'] {
  return userType === 1 ? 'guardian' : 'oneself'
}

/** The consents for a person's face. Throws 'access.denied'. */
export async function readConsents(
  tx: Tx,
  session: Session,
  userId: string,
  right: FaceRight,
): Promise<FaceConsentState> {
  const person = await findFacePerson(tx, session, userId, right)
  const needed = neededFor(person)
  return {
    userId: person.userId,
    realName: person.realName,
    englishName: person.englishName,
    needed,
    mayGive: person.caller === needed,
    textVersion: FACE_CONSENT_VERSION,
    consents: await queryRows(tx, consentState.shape.consents.def.element)`
      select c.consent_id as "consentId", c.giver, coalesce(c.guardian_name, g.real_name, '') as "giverName",
        case when c.guardian_name is null then coalesce(g.english_name, '') else '' end as "giverEnglishName", c.text_version as "textVersion",
        c.language, ${isoText(sql`c.given_at`)} as "givenAt", ${isoText(sql`c.withdrawn_at`)} as "withdrawnAt",
        coalesce(w.real_name, '') as "withdrawnByName", coalesce(w.english_name, '') as "withdrawnByEnglishName"
      from face_consent c left join user_account g on g.user_id = c.given_by left join user_account w on w.user_id = c.withdrawn_by
      where c.user_id = ${person.userId}::uuid order by c.given_at desc, c.consent_id desc`,
    photos: await countPhotos(tx, person.userId),
  }
}

/** The caller's own face, and those of children with an account for whom the caller may consent. */
export async function readOwnFaces(tx: Tx, session: Session): Promise<OwnFace[]> {
  const children = await queryValues(tx, z.string())`
    select a.user_id from guardian r join student s using (student_id) join user_account a on a.user_id = s.user_id and a.status = 1
    where r.parent_id = ${session.userId}::uuid and r.may_consent order by s.student_number`
  const faces: OwnFace[] = [{ ...(await readConsents(tx, session, session.userId, 'family')), relation: 'oneself' }]
  for (const userId of children)
    faces.push({ ...(await readConsents(tx, session, userId, 'family')), relation: 'child' })
  return faces
}

/** Whether there is a valid consent. */
export async function hasConsent(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(faceConsent, isLive(userId))) > 0
}

/** Consents for the caller or a child. Throws 'access.denied', 'face.consent_giver' and 'face.consent_outdated'. */
export const giveConsent: Handler<typeof face.giveConsent> = async (given, call) => {
  const { tx, session } = call
  const person = await findFacePerson(tx, session, given.userId, 'family')
  const giver = neededFor(person)
  if (person.caller !== giver) throw new PortalError('face.consent_giver')
  await addConsent(tx, call, { ...given, giver })
  return readConsents(tx, session, given.userId, 'family')
}

/** Records a guardian's consent on paper, and returns its id. Throws as `giveConsent` does. */
export const recordConsent: Handler<typeof faceAdmin.recordConsent> = async (given, call) => {
  const { tx, session } = call
  const person = await findFacePerson(tx, session, given.userId, 'administrator')
  if (neededFor(person) !== 'guardian') throw new PortalError('face.consent_giver')
  const consentId = await addConsent(tx, call, { ...given, giver: 'paper' })
  await call.record(tx, { target: { kind: 'person', id: given.userId } })
  return { consentId }
}

/** Withdraws the consent and deletes the faces. Throws 'access.denied'; does nothing without a consent. */
export async function withdrawConsent(
  tx: Tx,
  call: FaceCall,
  givenId: string,
  right: FaceRight,
): Promise<FaceConsentState> {
  const { userId } = await findFacePerson(tx, call.session, givenId, right)
  const { rowCount } = await tx
    .update(faceConsent)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: call.session.userId })
    .where(isLive(userId))
  if (rowCount) await recordCallersUse(tx, call, { userId, kind: 'consent-withdrawn' })
  await removeFaces(tx, call, userId, right)
  return readConsents(tx, call.session, userId, right)
}

/** Of a person of the caller's. Returns the id of the consent, which is that of one which is valid already. */
async function addConsent(
  tx: Tx,
  call: FaceCall,
  given: ParsedRequestOf<typeof face.giveConsent> & Pick<typeof faceConsent.$inferInsert, 'giver' | 'guardianName'>,
): Promise<string> {
  const { userId, giver, textVersion, language, guardianName = null } = given
  if (textVersion !== FACE_CONSENT_VERSION) throw new PortalError('face.consent_outdated')
  const [live] = await tx.select({ consentId: faceConsent.consentId }).from(faceConsent).where(isLive(userId))
  if (live) return live.consentId
  const { unitId, userId: givenBy } = call.session
  const [added] = await tx
    .insert(faceConsent)
    .values({ unitId, userId, givenBy, giver, textVersion, language, guardianName })
    .returning({ consentId: faceConsent.consentId })
  if (!added) throw new Error('the consent was not stored')
  await recordCallersUse(tx, call, { userId, kind: 'consent-given', detail: giver })
  return added.consentId
}

const isLive = (userId: string) => and(eq(faceConsent.userId, userId), isNull(faceConsent.withdrawnAt))
