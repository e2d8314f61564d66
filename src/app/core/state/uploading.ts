import { createObservable } from './observable.ts'

/** Whether uploads are running; set by the upload feature, which the shell need not load. */
export const hasActiveUploads = createObservable(false)

/** Whether there have been uploads to show since the page was opened; set by the upload feature. */
export const hadUploads = createObservable(false)

/** Reloads the page, unless that would stop an upload. */
export function reloadUnlessUploading(): void {
  if (!hasActiveUploads.current) location.reload()
}

let mayLeave = false

/** Turns the question about running uploads off: leaving was confirmed, or is necessary. */
export function leaveWithoutAsking(): void {
  mayLeave = true
}

/** Reloads the page, even if that stops an upload. */
export function reloadWithoutAsking(): void {
  leaveWithoutAsking()
  location.reload()
}

/** Lets the browser ask before a page is left, while `wouldLose`. */
export function guardLeaving(wouldLose: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (wouldLose() && !mayLeave) event.preventDefault()
  })
}
