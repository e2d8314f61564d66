import { proxy } from 'valtio/vanilla'
import { session } from './session.ts'

/** Whether the login is open over the page. */
export const loginPrompt = proxy<{ open: boolean }>({ open: false })

let waiting: { promise: Promise<boolean>; settle: (again: boolean) => void } | null = null

/**
 * Asks to sign in again without leaving the page, so that no input is lost. Resolves to true when the same user did, and to false when there was no
 * session.
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

/** Closes the prompt; `again`: the waiting calls are repeated. */
export function settleLoginPrompt(again: boolean): void {
  loginPrompt.open = false
  waiting?.settle(again)
  waiting = null
}
