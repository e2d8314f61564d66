import { keepChoice, outcomeOf, type SignedIn, type SignInOutcome } from '../../core/session/session.ts'
import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import { checkResponse } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'

/** Follows a login sent by the inline script to its outcome. Never rejects. */
export async function followEarlyLogin(answer: Promise<Response>): Promise<SignInOutcome> {
  return keepAsChosen(await outcomeOf(readEarly(answer)))
}

async function readEarly(answer: Promise<Response>): Promise<SignedIn> {
  const response = await answer.catch((cause: unknown) => {
    throw new CallError(session.login.name, { kind: 'network' }, cause)
  })
  return checkResponse(session.login, response, await response.json().catch(() => null))
}

/** Stores what the form says, for a press that its own handler did not get. */
async function keepAsChosen(outcome: SignInOutcome): Promise<SignInOutcome> {
  const form = document.querySelector<HTMLFormElement>('#login-form')
  if (!outcome.ok || !form) return outcome
  const fields = new FormData(form)
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  // Both can be ticked before a script connects them; then the careful choice counts.
  const keeping = fields.has('shared') ? 'nothing' : fields.has('remember') ? 'password' : 'session'
  await keepChoice({ username: text('username'), password: text('password') }, keeping)
  return outcome
}
