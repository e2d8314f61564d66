import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import { createObservable } from '../state/observable.ts'

/** What waits for the user at linked schools; null without any. `at`: milliseconds since 1970 of the load if the numbers may be out of date, else null. */
export const linkedCounts = createObservable<{ readonly counts: WaitingCounts; readonly at: number | null } | null>(
  null,
)
