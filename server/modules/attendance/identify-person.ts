import type { CaptureContent } from '../../../contract/endpoints/attendance-station.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { uncountFace, type FaceCounter } from '../faces/face-limits.ts'
import { touchFaces } from '../faces/face-photos.ts'
import { recordFaceUse } from '../faces/face-uses.ts'
import { recogniseFace } from '../faces/recognise-face.ts'
import { findByAccount, findPerson } from './attendance-people.ts'
import { findByCode } from './attendance-codes.ts'
import type { Passing } from './clock-in.ts'
import { checkCodeWait, countUnknownCode } from './code-limits.ts'
import type { DeliveryCaller, DeliveryParts } from './delivery-parts.ts'
import type { KnownStation } from './known-station.ts'

/** What a capture shows, as far as it is found out without a transaction that lasts. */
export type Look =
  | { readonly refused: ErrorCode }
  | (Pick<Passing, 'at' | 'direction'> & { readonly code: string })
  | (Pick<Passing, 'at' | 'direction'> & { readonly userId: string; readonly counter: FaceCounter })

/** Who came or went, or why nobody did. */
export type Shown = { readonly refused: ErrorCode } | Omit<Passing, 'stationId' | 'seq'>

/** What is wrong with a picture stays wrong with it, however often it is sent. Everything else that is thrown is worth another try. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'face.unreadable',
  'face.none',
  'face.several',
  'face.too_small',
  'face.blurred',
  'face.too_dark',
  'face.too_bright',
  'face.not_straight',
  'face.unknown',
])

/** Looks at what was captured at `time`, which may be the reason why it does not count. A face counts for the station, and is not asked to turn. */
export async function lookAt(
  parts: DeliveryParts,
  caller: DeliveryCaller,
  { stationId, faceOn }: KnownStation,
  capture: CaptureContent,
  time: number | ErrorCode,
): Promise<Look> {
  if (typeof time === 'string') return { refused: time }
  const passing = { at: time, direction: capture.direction }
  if (capture.kind === 'code') return { ...passing, code: capture.code }
  if (!faceOn) return { refused: 'face.clock_in_off' }
  await caller.countPicture()
  try {
    const shown = { faceImage: capture.faceImage, browser: '' }
    const place = { address: caller.address, device: null, station: stationId }
    const { userId, counter } = await recogniseFace(parts, caller.unit.unitId, shown, place, { headTurn: false })
    return { ...passing, userId, counter }
  } catch (error) {
    if (error instanceof PortalError && REFUSALS.has(error.code)) return { refused: error.code }
    throw error
  }
}

/** Finds whose face or digits they are. Throws 'login.slow_down' while too many digits were nobody's. */
export async function findShown(
  tx: Tx,
  { vault }: DeliveryParts,
  { unitId, stationId, address }: { unitId: string; stationId: string; address: string },
  look: Look,
): Promise<Shown> {
  if ('refused' in look) return look
  const { at, direction } = look
  if ('code' in look) {
    await checkCodeWait(tx, stationId)
    const found = await findByCode(tx, vault, unitId, look.code)
    const person = found && (await findPerson(tx, found))
    if (person) return { person, at, direction, source: found.kind === 'card' ? 'card' : 'code' }
    await countUnknownCode(tx, stationId)
    return { refused: 'attendance.code_unknown' }
  }
  const { userId, counter } = look
  await uncountFace(tx, counter)
  const person = await findByAccount(tx, userId)
  if (!person) return { refused: 'attendance.no_person' }
  await touchFaces(tx, userId)
  await recordFaceUse(tx, { unitId, userId, actorId: userId, kind: 'clocked-in', address })
  return { person, at, direction, source: 'face' }
}
