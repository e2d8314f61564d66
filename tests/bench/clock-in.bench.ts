import path from 'node:path'
import * as z from 'zod/mini'
import { captureData } from '../../contract/attendance-capture.ts'
import * as stations from '../../contract/endpoints/attendance/attendance-station.ts'
import { saveSettings } from '../../contract/endpoints/faces/face-admin.ts'
import { enrol, giveConsent } from '../../contract/endpoints/faces/face.ts'
import { me } from '../../contract/endpoints/sign-in/session.ts'
import { FACE_CONSENT_VERSION } from '../../contract/face-consent.ts'
import { decodePicture } from '../../server/modules/faces/engine/decode-picture.ts'
import { createFaceThreads } from '../../server/modules/faces/engine/face-threads.ts'
import { drawnPhoto } from '../support/samples/drawn-face.ts'
import { signIn, TEACHER, type PortalCaller } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { sealFor } from '../support/schools/station.ts'
import { fire, type Volley } from './cannon.ts'
import { limit, type BenchOptions, type Figure } from './figures.ts'

const STATIONS = 4
const SECONDS = 20
const QUICK_SECONDS = 4
/** What a school asks for on an ordinary morning beside its gate. */
const ME_PER_SECOND = 100
const envelope = z.looseObject({ status: z.number(), data: z.unknown() })
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000' }

/** Faces at four stations as fast as the server takes them, while others open their desktops, beside the nets alone. */
export async function benchClockIns({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const seconds = quick ? QUICK_SECONDS : SECONDS
  const photo = await drawnPhoto({ seed: 5, scale: 0.52 })
  const { perSecond, others } = await clockIn(path.join(folder, 'data'), photo, seconds)
  const nets = await lookAlone(photo, seconds)
  say(JSON.stringify({ perSecond, others, nets }))
  return [
    limit(
      'face: clock-ins at four stations (reference: the nets alone)',
      '/s',
      { ours: perSecond, reference: nets },
      { atLeast: 8 },
    ),
    limit(
      `face: meanwhile me, ${ME_PER_SECOND} a second: 99% answered within`,
      'ms',
      { ours: others.p99 },
      { atMost: 100 },
    ),
  ]
}

async function clockIn(
  dataFolder: string,
  photo: Buffer,
  seconds: number,
): Promise<{ perSecond: number; others: Volley }> {
  const portal = await startPortal({ dataFolder, env: NO_LIMIT })
  const post = (caller: PortalCaller | null, row: { readonly path: string }, body: unknown) =>
    postJson(portal.origin, caller?.cookiesFor(row.path), row.path, body)
  try {
    const faceImage = photo.toString('base64')
    const office = await signIn(portal.origin, { ...TEACHER, username: 'admin' })
    const person = await signIn(portal.origin)
    const { userId } = await person.call(me, {})
    const rules = { signIn: false, clockIn: true, needsPin: false, needsKnownDevice: false, headTurn: false }
    await post(office, saveSettings, { ...rules, retentionDays: 400 })
    await person.call(giveConsent, { userId, textVersion: FACE_CONSENT_VERSION, language: 'en' })
    await person.call(enrol, { userId, faceImage })
    const registered = await Promise.all(
      Array.from({ length: STATIONS }, (_, at) =>
        post(office, stations.register, { name: `Gate ${at}`, place: '', direction: 'both' }),
      ),
    )
    const opened = registered.map((data) => stations.register.response.parse(data))
    const deliver = async ({ stationId, key }: (typeof opened)[number], seq: number): Promise<void> => {
      const content = { kind: 'face', at: Date.now(), skew: 0, direction: 'in', faceImage }
      const sealed = await sealFor(key, captureData(stationId, seq), content)
      const { outcome } = stations.deliver.response.parse(
        await post(null, stations.deliver, { stationId, seq, ...sealed }),
      )
      if (outcome !== 'recorded') throw new Error(`capture ${seq} was ${outcome}`)
    }
    // The nets are loaded by the first.
    await Promise.all(opened.map((station) => deliver(station, 1)))

    const headers = { cookie: person.cookiesFor(me.path), host: `localhost:${portal.port}`, 'x-portal-device': 'pc' }
    const morning = { isOver: false }
    const desktops = fire(`http://127.0.0.1:${portal.port}${me.path}`, seconds, headers, ME_PER_SECOND).finally(
      () => (morning.isOver = true),
    )
    const startedAt = performance.now()
    const counts = await Promise.all(
      opened.map(async (station) => {
        let seq = 1
        // oxlint-disable-next-line no-await-in-loop -- one after the other is what a station does
        while (!morning.isOver) await deliver(station, ++seq)
        return seq - 1
      }),
    )
    const took = (performance.now() - startedAt) / 1000
    return { perSecond: counts.reduce((sum, count) => sum + count, 0) / took, others: await desktops }
  } finally {
    await portal.stop()
  }
}

async function postJson(origin: string, cookie: string | undefined, to: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-portal-device': 'pc', origin, ...(cookie && { cookie }) }
  const response = await fetch(origin + to, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer: unknown = await response.json()
  const { status, data } = envelope.parse(answer)
  if (status !== 200) throw new Error(`${to}: ${JSON.stringify(answer)}`)
  return data
}

/** Pictures a second by the threads that the server has, with nothing around them but decoding. */
async function lookAlone(photo: Buffer, seconds: number): Promise<number> {
  const threads = createFaceThreads()
  const look = async () => threads.find((await decodePicture(photo)).picture)
  try {
    await Promise.all([look(), look()])
    const startedAt = performance.now()
    const counts = await Promise.all(
      Array.from({ length: STATIONS }, async () => {
        let count = 0
        // oxlint-disable-next-line no-await-in-loop -- as above
        for (; performance.now() - startedAt < seconds * 1000; count += 1) await look()
        return count
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1000)
  } finally {
    await threads.close()
  }
}
