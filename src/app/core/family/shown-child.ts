import { createObservable } from '../state/observable.ts'

/** The own child that applications show, once it was changed without loading the page again. */
export const shownChild = createObservable<string | null>(null)
