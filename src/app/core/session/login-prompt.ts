import { proxy } from 'valtio/vanilla'
import { session } from './session.ts'

/** Whether the person is asked to sign in again over the page that they are on. */
export const loginPrompt = proxy<{ open: boolean }>({ open: false })

let waiting: { promise: Promise<boolean>; settle: (again: boolean) => void } | null = null

/**
 * Asks to sign in again without leaving the page, so that nothing typed or chosen is lost. Resolves to true when the same person did, and to
 * false when nobody was signed in to begin with.
 */
export function askToSignInAgain(): Promise<boolean> {
  if (session.current.status !== 'in') return Promise.resolve(false)
  if (!waiting) {
    let settle: (again: boolean) => void = () => {}
    const promise = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    waiting = { promise, settle }
    loginPrompt.open = true
  }
  return waiting.promise
}

/** Closes the question; `again` tells the waiting calls whether to repeat. */
export function settleLoginPrompt(again: boolean): void {
  loginPrompt.open = false
  waiting?.settle(again)
  waiting = null
}
