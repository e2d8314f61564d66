import type { Absence } from '../../../../contract/endpoints/attendance/attendance.ts'
import { createObservable } from '../state/observable.ts'

/** What the dialog for a notice of absence is about. */
export interface ExcuseRequest {
  /** The linked account at whose school the child is; null for the signed-in account. */
  readonly account: string | null
  readonly studentId: string
  /** As it is shown. */
  readonly name: string
  /** The day that the dialog proposes, YYYY-MM-DD; and today. */
  readonly date: string
  readonly today: string
  /** The notice that is changed; null for a new one. */
  readonly notice: Absence | null
  /** Called after each change that was made, also after its undo. */
  readonly onChanged: () => void
}

/** The request whose dialog is open. */
export const excuseRequest = createObservable<ExcuseRequest | null>(null)
