import { RETENTION_DAYS, type FaceSettings } from '../endpoints/face-admin.ts'
import { problems, type FieldProblem } from './field-problems.ts'

/** How a unit uses faces, with the days as they are typed. */
export type TypedFaceSettings = Omit<FaceSettings, 'retentionDays'> & { retentionDays: string }

/** Days as they are typed; undefined for what is no number of days that can be set. */
export function parseRetentionDays(typed: string): number | undefined {
  // A Chinese keyboard may give digits in full width.
  const text = typed.normalize('NFKC').trim()
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return days >= RETENTION_DAYS.least && days <= RETENTION_DAYS.most ? days : undefined
}

/** What is wrong with the settings. */
export function checkFaceSettings({ retentionDays }: TypedFaceSettings): FieldProblem[] {
  return problems(['retentionDays', parseRetentionDays(retentionDays) === undefined && 'field.retention_days'])
}

/** The settings as they are sent. Throws unless `checkFaceSettings` finds nothing. */
export function readFaceSettings(typed: TypedFaceSettings): FaceSettings {
  const retentionDays = parseRetentionDays(typed.retentionDays)
  if (retentionDays === undefined) throw new Error('the days are no number of days')
  return { ...typed, retentionDays }
}

/** What photos alone would be enough for, as far as these settings go: nothing else is asked for than a face that looks right. */
export function openToPhotos(settings: Omit<FaceSettings, 'retentionDays'>): { signIn: boolean; clockIn: boolean } {
  const { signIn, clockIn, headTurn, needsPin, needsKnownDevice } = settings
  return { signIn: signIn && !headTurn && !needsPin && !needsKnownDevice, clockIn: clockIn && !headTurn }
}
