import { createObservable } from './observable.ts'

/** Whether anything is being uploaded; set by the upload feature, which the shell need not load for it. */
export const hasActiveUploads = createObservable(false)

/** Whether there was anything to show of uploads since the page was opened; set in the same way. */
export const hadUploads = createObservable(false)

/** Loads the page anew, unless that would stop an upload. */
export function reloadUnlessUploading(): void {
  if (!hasActiveUploads.current) location.reload()
}

let mayLeave = false

/** The person has agreed to leave, or must: from now on nothing is asked about uploads that this stops. */
export function leaveWithoutAsking(): void {
  mayLeave = true
}

/** Loads the page anew at once, even if that stops an upload. */
export function reloadWithoutAsking(): void {
  leaveWithoutAsking()
  location.reload()
}

/** Has the browser ask, in its own words, before a page is left with which something would be lost. */
export function guardLeaving(wouldLose: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (wouldLose() && !mayLeave) event.preventDefault()
  })
}
