import { createObservable } from '../state/observable.ts'

/**
 * Whether the live stream told that the session is over and the page waits for what follows, such as a switch of roles in another tab. A page that asks by itself
 * does not meanwhile: an answer of 401 would lead to the login page.
 */
export const isSessionEnding = createObservable(false)
