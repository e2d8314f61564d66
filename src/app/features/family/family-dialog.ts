import { createObservable } from '../../core/state/observable.ts'

/** Which dialog about a parent's children is open: the table to choose from, or what waits for all of them. */
export const familyDialog = createObservable<'choose' | 'overview' | null>(null)
