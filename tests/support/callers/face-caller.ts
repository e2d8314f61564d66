import * as z from 'zod/mini'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import * as faceEndpoints from '../../../contract/endpoints/faces/face.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import { drawnPhoto, type DrawnFaceOptions } from '../samples/drawn-face.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { ask } from './call.ts'

const TEXT = { textVersion: FACE_CONSENT_VERSION, language: 'zh-CN' }

/** A drawn photo as the calls take it. */
export async function faceImage(face: DrawnFaceOptions): Promise<string> {
  return (await drawnPhoto(face)).toString('base64')
}

/** Agrees for a person by the account that is signed in. */
export async function giveConsent(browser: TestBrowser, userId: string): Promise<Envelope> {
  return (await browser.post(faceEndpoints.giveConsent.path, { userId, ...TEXT })).envelope
}

/** Records a paper by an administrator. */
export async function recordConsent(browser: TestBrowser, userId: string, guardianName: string): Promise<Envelope> {
  return (await browser.post(faceAdmin.recordConsent.path, { userId, guardianName, ...TEXT })).envelope
}

/** Adds a photo of a drawn face. */
export async function enrolFace(browser: TestBrowser, userId: string, face: DrawnFaceOptions): Promise<Envelope> {
  return (await browser.post(faceEndpoints.enrol.path, { userId, faceImage: await faceImage(face) })).envelope
}

/** Adds a photo of a drawn face by the right to administer faces. */
export async function enrolFaceOf(browser: TestBrowser, userId: string, face: DrawnFaceOptions): Promise<Envelope> {
  return (await browser.post(faceAdmin.enrolPerson.path, { userId, faceImage: await faceImage(face) })).envelope
}

/** Shows a drawn face to sign in, with what else the form has. */
export async function signInByFace(
  browser: TestBrowser,
  face: DrawnFaceOptions,
  more: Record<string, string> = {},
): Promise<Envelope> {
  return (await browser.post(faceEndpoints.login.path, { faceImage: await faceImage(face), ...more })).envelope
}

/** Shows a drawn face to clock in. */
export async function clockInByFace(
  browser: TestBrowser,
  face: DrawnFaceOptions,
  direction?: 'in' | 'out',
): Promise<Envelope> {
  const fields = { faceImage: await faceImage(face), ...(direction && { direction }) }
  return (await browser.post(faceEndpoints.clockIn.path, fields)).envelope
}

/** Asks for a challenge: its secret, and how a drawn face turns for it. */
export async function askTurn(browser: TestBrowser): Promise<{ challenge: string; turn: number }> {
  const { envelope } = await browser.post(faceEndpoints.challenge.path)
  const { challenge, turn } = z.parse(faceEndpoints.challenge.response, envelope.data)
  return { challenge, turn: turn === 'left' ? 0.7 : -0.7 }
}

/** Sets how the unit uses faces; what is not given is off. */
export async function setFaces(browser: TestBrowser, given: Partial<faceAdmin.FaceSettings>): Promise<Envelope> {
  const off = { signIn: false, clockIn: false, needsPin: false, needsKnownDevice: false, headTurn: false }
  return ask(browser, faceAdmin.saveSettings, { ...off, retentionDays: 400, ...given })
}
