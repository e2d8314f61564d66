import { useEffect, useState } from 'react'
import * as sso from '../../../../contract/endpoints/sign-in/sso.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { checkSession } from '../../core/session/check-session.ts'
import { addressOfAnswer, hashOf, readRequest } from './authorization-request.ts'

export type Asked = ResponseOf<typeof sso.authorization>
/** What the user presses: to agree, to refuse, or to go on with the account that is signed in. */
export type Press = 'allow' | 'refuse' | 'choose'
/** What the user is asked before the browser leaves. */
export type Question = Exclude<Asked['step'], 'leave' | 'go-on'>

/** `refused`: the request must not go on, and nothing leads back to its sender. `going`: the browser leaves; `address` where it may need a press for that. */
export type Authorization =
  | { status: 'asking' }
  | { status: 'failed' }
  | { status: 'refused'; error: unknown }
  | { status: 'question'; step: Question; asked: Asked; chosen: boolean; sending: Press | null; error: unknown }
  | { status: 'going'; asked: Asked; address: string | null }

/** Loads the request of the address and answers it; an earlier consent answers it at once. */
export function useAuthorization(search: string) {
  const [state, setState] = useState<Authorization>({ status: 'asking' })

  useEffect(() => {
    const leaving = new AbortController()
    const show = (next: Authorization) => {
      if (!leaving.signal.aborted) setState(next)
    }
    const begin = () => void ask(search, leaving.signal).then(show)
    // Restored by the back button: the request was answered, so it is loaded again.
    const askAgain = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setState({ status: 'asking' })
      begin()
    }
    begin()
    addEventListener('pageshow', askAgain)
    return () => {
      leaving.abort()
      removeEventListener('pageshow', askAgain)
    }
  }, [search])

  return {
    state,
    retry: () => {
      setState({ status: 'asking' })
      void ask(search, new AbortController().signal).then(setState)
    },
    answer: (press: Press) => {
      if (state.status !== 'question' || state.sending) return
      setState({ ...state, sending: press, error: null })
      void send(search, state.asked, { press, chosen: state.chosen || press === 'choose' }).then(setState)
    },
  }
}

/** Asks the server about a request before there is a session: null where a sign-in comes next. Never rejects. */
export async function askBeforeSignIn(search: string): Promise<Authorization | null> {
  const next = await ask(search, new AbortController().signal)
  return next.status === 'question' && next.step === 'sign-in' ? null : next
}

async function ask(search: string, signal: AbortSignal): Promise<Authorization> {
  try {
    const request = readRequest(search, location.hash)
    const asked = await call(sso.authorization, request, { signal })
    // Survives the sign-in, on this page or elsewhere.
    if (asked.started !== null && !signal.aborted)
      history.replaceState(history.state, '', location.pathname + location.search + hashOf(asked.started))
    const { step, address } = asked
    if (step === 'leave') return leave(asked, addressOfAnswer(request, address ?? ''), signal)
    if (step === 'go-on') return await send(search, asked, { press: null, chosen: false }, signal)
    return { status: 'question', step, asked, chosen: false, sending: null, error: null }
  } catch (error) {
    return isRefusal(error) ? { status: 'refused', error } : { status: 'failed' }
  }
}

/** Replaces this page, because going back would only answer the request again. */
function leave(asked: Asked, address: string | null, signal?: AbortSignal): Authorization {
  if (address === null) return { status: 'refused', error: null }
  if (!signal?.aborted) location.replace(address)
  // Browsers open an application of the device by itself only shortly after a press.
  return { status: 'going', asked, address: /^https?:/.test(address) ? null : address }
}

/** `press` is null where an earlier consent answers. */
async function send(
  search: string,
  asked: Asked,
  { press, chosen }: { press: Press | null; chosen: boolean },
  signal?: AbortSignal,
): Promise<Authorization> {
  const request = readRequest(search, location.hash)
  const decision = {
    ...(press === 'allow' && { consent: 'true' }),
    ...(press === 'refuse' && { refuse: 'true' }),
    ...(chosen && { chosen: 'true' }),
  }
  // Without a question to the user, a session that has just ended is told to the third party as well.
  const endpoint = request.prompt === 'none' ? { ...sso.webauth, noIntercept: true as const } : sso.webauth
  try {
    const input = { ...request, ...decision, unitHost: location.host }
    const answer = await call(endpoint, input, signal ? { signal } : {})
    return leave(asked, addressOfAnswer(request, answer), signal)
  } catch (error) {
    const code = error instanceof CallError ? error.code : ''
    if (code === 'sso.consent_required')
      return { status: 'question', step: 'consent', asked, chosen, sending: null, error: null }
    if (code === 'sso.sign_in_due') return ask(search, signal ?? new AbortController().signal)
    if (request.prompt === 'none' && error instanceof CallError && error.status === 401) {
      await checkSession()
      return ask(search, signal ?? new AbortController().signal)
    }
    if (isRefusal(error)) return { status: 'refused', error }
    if (press === null) return { status: 'failed' }
    return { status: 'question', step: stepOf(press, asked), asked, chosen: false, sending: null, error }
  }
}

/** The question that stands again after its answer did not arrive. */
function stepOf(press: Press, { step }: Asked): Question {
  if (press === 'allow') return 'consent'
  return step === 'leave' || step === 'go-on' ? 'consent' : step
}

/** The server refuses the request itself; other failures may be temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.failure.kind === 'envelope' && error.status < 429 && error.status !== 401
}
