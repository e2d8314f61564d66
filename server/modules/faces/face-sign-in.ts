import { eq } from 'drizzle-orm'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Direction } from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { FaceSettings } from '../../../contract/endpoints/faces/face-admin.ts'
import type { clockIn } from '../../../contract/endpoints/faces/face.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { writeTogether } from '../../db/one-trip.ts'
import { facePhoto } from '../../db/tables.generated.ts'
import type { HostUnit } from '../../http/call.ts'
import { mayIssuerActFor } from '../auth/may-act-for.ts'
import { hasSecondStep } from '../auth/second-step/second-step.ts'
import type { SignInResult } from '../auth/session-tokens.ts'
import { completeSignIn, isKnownDevice, type SignInContext } from '../auth/sign-in.ts'
import { recordFaceUse } from './face-audit.ts'
import type { FaceDeps } from './face-deps.ts'
import { checkPin } from './face-pin.ts'
import { readFaceSettings } from './face-settings.ts'
import { letInWrites, recogniseFace, type RecognisedPerson, type ShownFace } from './recognise-face.ts'

/**
 * Signs in by face, where the unit allows it. Throws 'login.way_off', the codes of `recogniseFace`, 'face.pin_required', and for a recognised person:
 * 'face.device_unknown', 'face.second_step' (a face does not replace a second step, like an external account), 'face.photo_void', 'face.pin_none', 'face.pin_wrong' and
 * 'face.pin_locked'. A picture is taken off the count only when its person is signed in.
 */
export async function signInByFace(
  deps: FaceDeps,
  given: ShownFace & { readonly pin?: string | undefined },
  context: SignInContext,
  /** The device's cookie, for counting: also on a shared computer. */
  cookie: string | undefined,
): Promise<SignInResult> {
  const { database } = deps
  const { unitId } = context.unit
  const nobody = { unitId, userId: null }
  const settings = await database.inUnit(nobody, readFaceSettings)
  if (!settings.signIn) throw new PortalError('login.way_off')
  if (settings.needsPin && !given.pin?.trim()) throw new PortalError('face.pin_required')
  const source = { address: context.address, device: cookie }
  const person = await recogniseFace(deps, unitId, given, source, settings)

  const { userId } = person
  const { address } = context
  const refused = await whatIsMissing(deps, settings, person, given.pin ?? '', context)
  return database
    .inUnit(nobody, async (tx) => {
      if (refused) {
        await recordFaceUse(tx, { unitId, userId, actorId: null, kind: 'refused', detail: refused, address })
        return refused
      }
      await writeTogether(tx, letInWrites(tx, person, { unitId, kind: 'signed-in', address }))
      return completeSignIn(tx, context, person, { secondFactor: false })
    })
    .then((outcome) => {
      // Thrown out here, because the record must be committed.
      if (typeof outcome === 'string') throw new PortalError(outcome)
      return outcome
    })
}

/** The reason to refuse a recognised person; the PIN comes last, so that only a face that could sign in reveals whether a guess was right. */
async function whatIsMissing(
  deps: FaceDeps,
  { needsKnownDevice, needsPin }: FaceSettings,
  person: RecognisedPerson,
  pin: string,
  context: SignInContext,
): Promise<ErrorCode | undefined> {
  const { database } = deps
  const { unitId } = context.unit
  const { userId } = person
  const isKnown = () => database.inUnit({ unitId, userId: null }, (tx) => isKnownDevice(tx, userId, context.device))
  if (needsKnownDevice && !(await isKnown())) return 'face.device_unknown'
  if (await hasSecondStep(database, { unitId, userId })) return 'face.second_step'
  if (!(await arePhotosGood(database, unitId, userId))) return 'face.photo_void'
  return needsPin ? checkPin(deps, person, pin.trim(), context) : undefined
}

/** Whether every account that registered a photo of the person may still act for the account: photos from before it got more rights may show another person. */
function arePhotosGood(database: FaceDeps['database'], unitId: string, userId: string): Promise<boolean> {
  return database.inUnit({ unitId, userId: null }, async (tx) => {
    const givers = await tx
      .selectDistinct({ registeredBy: facePhoto.registeredBy })
      .from(facePhoto)
      .where(eq(facePhoto.userId, userId))
    for (const { registeredBy } of givers) if (!(await mayIssuerActFor(tx, registeredBy, [userId]))) return false
    return true
  })
}

/** Where and by which right a recognised face clocks in. */
export interface FaceClockIn {
  readonly unit: HostUnit
  readonly address: string
  readonly person: Pick<RecognisedPerson, 'userId' | 'counter'>
  readonly direction: Direction | undefined
}

/** What was recorded, or the code of why that is not possible. */
export type ClockedIn = Omit<ResponseOf<typeof clockIn>, 'userId' | 'realName' | 'englishName'> | ErrorCode

/** Records the attendance of a recognised person. */
export type RecordClockIn = (tx: Tx, given: FaceClockIn) => Promise<ClockedIn>

/** Clocks in by face, where the unit allows it. Throws 'face.clock_in_off', the codes of `recogniseFace` and those of `record`. */
export async function clockInByFace(
  deps: FaceDeps,
  { unit, address }: Pick<FaceClockIn, 'unit' | 'address'>,
  shown: ShownFace & { readonly direction?: Direction | undefined },
  record: RecordClockIn,
): Promise<ResponseOf<typeof clockIn>> {
  const nobody = { unitId: unit.unitId, userId: null }
  const settings = await deps.database.inUnit(nobody, readFaceSettings)
  if (!settings.clockIn) throw new PortalError('face.clock_in_off')
  // The device's cookie is not sent to this path.
  const source = { address, device: undefined }
  const { userId, realName, englishName, counter } = await recogniseFace(deps, unit.unitId, shown, source, settings)
  const { direction } = shown
  const recorded = await deps.database.inUnit(nobody, (tx) =>
    record(tx, { unit, address, person: { userId, counter }, direction }),
  )
  if (typeof recorded === 'string') throw new PortalError(recorded)
  return { userId, realName, englishName, ...recorded }
}
