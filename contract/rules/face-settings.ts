import { RETENTION_DAYS, type FaceSettings } from '../endpoints/faces/face-admin.ts'
import { problems, type FieldProblem } from './field-problems.ts'

/** A unit's settings of faces, with the days as text. */
export type TypedFaceSettings = Omit<FaceSettings, 'retentionDays'> & { retentionDays: string }

/** The days of a text; undefined for an invalid number. */
export function parseRetentionDays(typed: string): number | undefined {
  // Chinese keyboards may give full-width digits.
  const text = typed.normalize('NFKC').trim()
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return days >= RETENTION_DAYS.least && days <= RETENTION_DAYS.most ? days : undefined
}

export function checkFaceSettings({ retentionDays }: TypedFaceSettings): FieldProblem[] {
  return problems(['retentionDays', parseRetentionDays(retentionDays) === undefined && 'field.retention_days'])
}

/** The settings to send. Throws unless `checkFaceSettings` finds nothing. */
export function readFaceSettings(typed: TypedFaceSettings): FaceSettings {
  const retentionDays = parseRetentionDays(typed.retentionDays)
  if (retentionDays === undefined) throw new Error('the days are no number of days')
  return { ...typed, retentionDays }
}

/** The uses for which a photo alone is enough with these settings. */
export function openToPhotos(settings: Omit<FaceSettings, 'retentionDays'>): { signIn: boolean; clockIn: boolean } {
  const { signIn, clockIn, headTurn, needsPin, needsKnownDevice } = settings
  return { signIn: signIn && !headTurn && !needsPin && !needsKnownDevice, clockIn: clockIn && !headTurn }
}
