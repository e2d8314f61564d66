import { createObservable } from '../state/observable.ts'

/** Whether anything is being uploaded; set by the upload feature once it is loaded, so that the shell need not load it to know. */
export const hasActiveUploads = createObservable(false)
