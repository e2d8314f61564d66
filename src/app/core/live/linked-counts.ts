import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import { createObservable } from '../state/observable.ts'

/** What waits for the user at linked schools; null without any. `at`: milliseconds since 1970 of numbers that may not be the present ones, else null. */
export const linkedCounts = createObservable<{ readonly counts: WaitingCounts; readonly at: number | null } | null>(
  null,
)
