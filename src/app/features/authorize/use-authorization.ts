import { useEffect, useState } from 'react'
import { authorization, webauth } from '../../../../contract/endpoints/sign-in/sso.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { addressOfAnswer, readRequest } from './authorization-request.ts'

export type Asked = ResponseOf<typeof authorization>

/** `refused`: the request must not go on, and nothing leads back to its sender. `going`: the browser leaves. */
type Authorization =
  | { status: 'asking' }
  | { status: 'failed' }
  | { status: 'refused'; error: unknown }
  | { status: 'consent'; asked: Asked; sending: 'allow' | 'refuse' | null; error: unknown }
  | { status: 'going'; asked: Asked }

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
    answer: (kind: 'allow' | 'refuse') => {
      if (state.status !== 'consent' || state.sending) return
      const { asked } = state
      setState({ status: 'consent', asked, sending: kind, error: null })
      void send(search, asked, kind).then(setState)
    },
  }
}

async function ask(search: string, signal: AbortSignal): Promise<Authorization> {
  try {
    const asked = await call(authorization, readRequest(search), { signal })
    if (!asked.allowed) return { status: 'consent', asked, sending: null, error: null }
    return await send(search, asked, 'as-before', signal)
  } catch (error) {
    return isRefusal(error) ? { status: 'refused', error } : { status: 'failed' }
  }
}

async function send(
  search: string,
  asked: Asked,
  kind: 'allow' | 'refuse' | 'as-before',
  signal?: AbortSignal,
): Promise<Authorization> {
  const request = readRequest(search)
  const decision = kind === 'allow' ? { consent: 'true' } : kind === 'refuse' ? { refuse: 'true' } : {}
  try {
    const input = { ...request, ...decision, unitHost: location.host }
    const address = addressOfAnswer(request, await call(webauth, input, signal ? { signal } : {}))
    if (address === null) return { status: 'refused', error: null }
    // Replaced, because going back would only answer it again.
    if (!signal?.aborted) location.replace(address)
    return { status: 'going', asked }
  } catch (error) {
    const changed = error instanceof CallError && error.code === 'sso.consent_required'
    if (changed) return { status: 'consent', asked, sending: null, error: null }
    if (isRefusal(error)) return { status: 'refused', error }
    return kind === 'as-before' ? { status: 'failed' } : { status: 'consent', asked, sending: null, error }
  }
}

/** The server refuses the request itself; other failures may be temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.failure.kind === 'envelope' && error.status < 429 && error.status !== 401
}
