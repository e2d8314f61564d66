import { createObservable } from '../../core/state/observable.ts'

/** The open dialog about a parent's children. */
export const familyDialog = createObservable<'choose' | 'overview' | null>(null)
