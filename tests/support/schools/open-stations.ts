import * as z from 'zod/mini'
import { captureData, STATION_PROOF } from '../../../contract/attendance-capture.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import * as face from '../../../contract/endpoints/faces/face.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import { signIn, TEACHER, type PortalCaller } from '../callers/portal-caller.ts'
import { proveStation, sealFor } from './station.ts'

const envelope = z.looseObject({ status: z.number(), data: z.unknown() })

/** A station of a running portal, from outside its process. */
export interface OpenStation {
  /** Delivers the next capture of the teacher's face. Rejects unless it is recorded. */
  deliver(): Promise<void>
}

/** Enrols the teacher's face at a running portal and registers stations, each of which has recorded one capture, by which the nets are loaded. */
export async function openStations(
  origin: string,
  count: number,
  photo: Buffer,
): Promise<{ teacher: PortalCaller; opened: OpenStation[] }> {
  const faceImage = photo.toString('base64')
  const office = await signIn(origin, { ...TEACHER, username: 'admin' })
  const teacher = await signIn(origin)
  const post = (row: { readonly path: string }, body: unknown) =>
    postJson(origin, row.path, body, { cookie: office.cookiesFor(row.path) })
  const { userId } = await teacher.call(session.me, {})
  const rules = { signIn: false, clockIn: true, needsPin: false, needsKnownDevice: false, headTurn: false }
  const { version } = await office.call(faceAdmin.settings, {})
  await office.call(faceAdmin.saveSettings, { ...rules, retentionDays: 400, version })
  await teacher.call(face.giveConsent, { userId, textVersion: FACE_CONSENT_VERSION, language: 'en' })
  await teacher.call(face.enrol, { userId, faceImage })
  const opened = await Promise.all(
    Array.from({ length: count }, async (_, at): Promise<OpenStation> => {
      const made = await post(attendanceStation.register, { name: `Gate ${at}`, place: '', direction: 'both' })
      const { stationId, key } = attendanceStation.register.response.parse(made)
      let seq = 0
      return {
        async deliver() {
          seq += 1
          const content = { kind: 'face', at: Date.now(), skew: 0, direction: 'in', faceImage }
          const body = { stationId, seq, ...(await sealFor(key, captureData(stationId, seq), content)) }
          const proof = { [STATION_PROOF]: await proveStation(key, stationId, seq) }
          const { outcome } = attendanceStation.deliver.response.parse(
            await postJson(origin, attendanceStation.deliver.path, body, proof),
          )
          if (outcome !== 'recorded') throw new Error(`capture ${seq} was ${outcome}`)
        },
      }
    }),
  )
  await Promise.all(opened.map((station) => station.deliver()))
  return { teacher, opened }
}

async function postJson(
  origin: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-portal-device': 'pc', origin, ...headers },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  const { status, data } = envelope.parse(answer)
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return data
}
