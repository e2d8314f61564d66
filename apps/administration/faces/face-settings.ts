import * as z from 'zod/mini'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import type { FaceSettings } from '../../../contract/endpoints/faces/face-admin.ts'
import { typedNumber } from '../../../contract/fields.ts'

/** A unit's settings of faces as they are typed: the days are a text. */
export const faceSettingsForm = z.extend(z.omit(faceAdmin.saveSettings.request, { version: true }), {
  retentionDays: typedNumber(4, faceAdmin.saveSettings.request.shape.retentionDays),
})

/** The uses for which a photo alone is enough with these settings. */
export function openToPhotos(settings: Omit<FaceSettings, 'retentionDays'>): { signIn: boolean; clockIn: boolean } {
  const { signIn, clockIn, headTurn, needsPin, needsKnownDevice } = settings
  return { signIn: signIn && !headTurn && !needsPin && !needsKnownDevice, clockIn: clockIn && !headTurn }
}
