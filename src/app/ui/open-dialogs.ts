import { createObservable } from '../core/state/observable.ts'

/** The dialogs that are open, the uppermost last. Everything else on the page is inert while there is one. */
export const openDialogs = createObservable<readonly HTMLDialogElement[]>([])

/** Puts a dialog over the others; returns how many lie below it. */
export function raiseDialog(dialog: HTMLDialogElement): number {
  const below = openDialogs.current.filter((other) => other !== dialog)
  openDialogs.set([...below, dialog])
  return below.length
}

/** Takes a dialog away; nothing happens when it is gone already. */
export function lowerDialog(dialog: HTMLDialogElement): void {
  if (openDialogs.current.includes(dialog)) openDialogs.set(openDialogs.current.filter((other) => other !== dialog))
}
