import { createObservable } from '../state/observable.ts'

/** Settles the open question for a second factor: whether it was proved. Null while none is open. */
export const factorQuestion = createObservable<((proved: boolean) => void) | null>(null)

/** Asks for password and code without leaving the page, so that no input is lost. Resolves to false when the question is closed. */
export function askForFactor(): Promise<boolean> {
  return new Promise((resolve) => {
    factorQuestion.set((proved) => {
      factorQuestion.set(null)
      resolve(proved)
    })
  })
}
