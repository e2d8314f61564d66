import { webcrypto } from 'node:crypto'
import * as z from 'zod/mini'
import {
  CAPTURE_INFO,
  captureData,
  helloData,
  presentData,
  proofData,
  STATION_PROOF,
} from '../../../contract/attendance-capture.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { Clock } from '../../../server/runtime/clock.ts'
import { faceImage } from '../callers/face-caller.ts'
import type { DrawnFaceOptions } from '../samples/drawn-face.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { ask } from '../callers/call.ts'

/** What a test's capture is of, and when: now by the station's clock, in, and with a clock that is right unless told otherwise. */
export interface TestCapture {
  readonly face?: DrawnFaceOptions
  readonly code?: string
  readonly at?: number
  readonly skew?: number
  /** The rest of its clocks; a station of before does not tell it. */
  readonly boot?: string
  readonly mono?: number
  readonly anchor?: attendanceStation.ServerAnchor
  /** Where the clocks stand at the delivery. */
  readonly present?: attendanceStation.ClockReading
  readonly direction?: attendanceStation.Direction
}

/** A station as a tablet is one: seals with the browser's own cryptography, and counts. */
export interface TestStation {
  readonly stationId: string
  readonly key: string
  /** Seals a capture under a number, and sends it. */
  deliver(seq: number, capture: TestCapture): Promise<Envelope>
  /** The body of a delivery, for tests that send it themselves. */
  seal(seq: number, capture: TestCapture): Promise<object>
  send(body: object): Promise<Envelope>
  hello(pending?: number): Promise<Envelope>
}

/** Registers a station by an administrator's browser. `now`: the station's clock. */
export async function registerStation(
  admin: TestBrowser,
  place: TestBrowser,
  more: Partial<z.input<typeof attendanceStation.register.request>> = {},
  now: Clock = Date.now,
): Promise<TestStation> {
  const given = { name: '南门', place: '一号楼', direction: 'both', ...more }
  const { data } = await ask(admin, attendanceStation.register, given)
  const { stationId, key } = z.parse(attendanceStation.register.response, data)
  return openStation(place, stationId, key, now)
}

/** A station with this key, whether that is right or not. */
export function openStation(place: TestBrowser, stationId: string, key: string, now: Clock = Date.now): TestStation {
  const seal = (seq: number, capture: TestCapture) => sealCapture(key, stationId, seq, { at: now(), ...capture })
  const send = async (body: object) => {
    const { seq } = z.parse(z.object({ seq: z.number() }), body)
    const headers = { [STATION_PROOF]: await proveStation(key, stationId, seq) }
    return ask(place, attendanceStation.deliver, body, { headers: headers })
  }
  return {
    stationId,
    key,
    seal,
    send,
    deliver: async (seq, capture) => send(await seal(seq, capture)),
    async hello(pending = 0) {
      const sealed = await sealFor(key, helloData(stationId), { at: now(), pending })
      return ask(place, attendanceStation.hello, { stationId, ...sealed })
    },
  }
}

/** The body of a delivery, as a browser makes it. */
export async function sealCapture(key: string, stationId: string, seq: number, capture: TestCapture): Promise<object> {
  const sealed = await sealFor(key, captureData(stationId, seq), await contentOf({ at: Date.now(), ...capture }))
  const present = capture.present && (await sealFor(key, presentData(stationId, seq), capture.present))
  return { stationId, seq, ...sealed, ...(present && { present }) }
}

/** The header of a delivery, as a browser makes it. */
export async function proveStation(key: string, stationId: string, seq: number): Promise<string> {
  const { nonce, sealed } = await encryptFor(key, proofData(stationId, seq), new Uint8Array(0))
  return [stationId, seq, nonce, Buffer.from(sealed, 'base64').toString('base64url')].join('.')
}

/** Seals a JSON value as a browser does. */
export async function sealFor(key: string, data: string, content: unknown): Promise<{ nonce: string; sealed: string }> {
  return encryptFor(key, data, new TextEncoder().encode(JSON.stringify(content)))
}

async function encryptFor(key: string, data: string, bytes: Uint8Array<ArrayBuffer>) {
  const text = new TextEncoder()
  const secret = await webcrypto.subtle.importKey('raw', Buffer.from(key, 'base64url'), 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: text.encode(CAPTURE_INFO) }
  const aes = await webcrypto.subtle.deriveKey(hkdf, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const iv = webcrypto.getRandomValues(new Uint8Array(12))
  const additionalData = text.encode(data)
  const sealed = await webcrypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, aes, bytes)
  return { nonce: Buffer.from(iv).toString('base64url'), sealed: Buffer.from(sealed).toString('base64') }
}

async function contentOf(capture: TestCapture): Promise<object> {
  const { face, code, at, skew = 0, direction = 'in', boot, mono, anchor } = capture
  const when = { at, skew, direction, boot, mono, anchor }
  return face ? { kind: 'face', ...when, faceImage: await faceImage(face) } : { kind: 'code', ...when, code }
}
