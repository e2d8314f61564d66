import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { completeSignIn, isKnownDevice, type SignInResult, type SignInContext } from '../auth/sign-in.ts'
import { hasSecondStep } from '../auth/second-step/second-step.ts'
import { hashToken } from '../auth/session-tokens.ts'
import type { FaceSettings } from '../../../contract/endpoints/face-admin.ts'
import { uncountFace } from './face-limits.ts'
import type { FaceParts } from './face-parts.ts'
import { touchFaces } from './face-photos.ts'
import { checkPin } from './face-pin.ts'
import { readFaceSettings } from './face-settings.ts'
import { recordFaceUse } from './face-uses.ts'
import { recogniseFace, type RecognisedPerson, type ShownFace } from './recognise-face.ts'

/**
 * Signs in whoever's face it is, where the unit allows it. Throws 'login.way_off', the codes of `recogniseFace`, 'face.pin_required', and of somebody who was
 * recognised: 'face.device_unknown', 'face.second_step' (a face stands for no second step, as an account elsewhere does not), 'face.pin_none',
 * 'face.pin_wrong' and 'face.pin_locked'. A picture is taken off the count only when its person is let in.
 */
export async function signInByFace(
  parts: FaceParts,
  given: ShownFace & { readonly pin?: string | undefined },
  context: SignInContext,
  /** The device's cookie, for counting: also where the device is not to be remembered. */
  cookie: string | undefined,
): Promise<SignInResult> {
  const { database } = parts
  const { unitId } = context.unit
  const nobody = { unitId, userId: null }
  const settings = await database.inUnit(nobody, readFaceSettings)
  if (!settings.signIn) throw new PortalError('login.way_off')
  if (settings.needsPin && !given.pin?.trim()) throw new PortalError('face.pin_required')
  const place = { address: context.address, device: cookie }
  const person = await recogniseFace(parts, unitId, given, place, settings)

  const { userId } = person
  const { address } = context
  const refused = await whatIsMissing(parts, settings, person, given.pin ?? '', context)
  return database
    .inUnit(nobody, async (tx) => {
      if (refused) {
        await recordFaceUse(tx, { unitId, userId, actorId: null, kind: 'refused', detail: refused, address })
        return refused
      }
      await uncountFace(tx, person.counter)
      await touchFaces(tx, userId)
      await recordFaceUse(tx, { unitId, userId, actorId: userId, kind: 'signed-in', address })
      return completeSignIn(tx, context, person)
    })
    .then((outcome) => {
      // Thrown out here, because the line must be committed.
      if (typeof outcome === 'string') throw new PortalError(outcome)
      return outcome
    })
}

/** What keeps somebody out who was recognised; the PIN comes last, so that nothing but a face that could sign in tells whether a guess was right. */
async function whatIsMissing(
  parts: FaceParts,
  { needsKnownDevice, needsPin }: FaceSettings,
  person: RecognisedPerson,
  pin: string,
  context: SignInContext,
): Promise<ErrorCode | undefined> {
  const { database } = parts
  const { unitId } = context.unit
  const { userId } = person
  const device = context.device ? hashToken(context.device) : undefined
  if (needsKnownDevice) {
    const isKnown =
      device !== undefined &&
      (await database.inUnit({ unitId, userId: null }, (tx) => isKnownDevice(tx, userId, device)))
    if (!isKnown) return 'face.device_unknown'
  }
  if (await hasSecondStep(database, { unitId, userId })) return 'face.second_step'
  return needsPin ? checkPin(parts, person, pin.trim(), context) : undefined
}
