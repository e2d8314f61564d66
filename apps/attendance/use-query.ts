import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { ResponseOf, AnyEndpoint, RequestOf } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/envelope.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import { useObservable, usePortal, type Translate } from './portal-context.ts'

export type Load = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string }

/** What became of a question to the server. */
export interface Query<T> {
  /** The newest answer; while another question is on its way, still the one before it. Null until there is one. */
  readonly data: T | null
  /** Whether `data` answers what is asked now. */
  readonly ready: boolean
  readonly load: Load
  /** Asks again. */
  readonly reload: () => void
}

interface State<T> {
  readonly result: { readonly queryKey: string; readonly data: T } | null
  readonly load: Load
  /** What `load` speaks of. */
  readonly queryKey: string
}

/** Asks the server, again when the input is another one and when the network comes back. `input` null: nothing is asked. */
export function useQuery<R extends AnyEndpoint>(endpoint: R, input: RequestOf<R> | null): Query<ResponseOf<R>> {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const [round, setRound] = useState(0)
  const queryKey = input === null ? '' : `${endpoint.name} ${JSON.stringify(input)}`
  const [state, setState] = useState<State<ResponseOf<R>>>({
    result: null,
    load: { phase: 'loading' },
    queryKey: queryKey,
  })
  const asked = useRef(input)

  useEffect(() => {
    asked.current = input
  })

  useEffect(() => {
    const given = asked.current
    if (given === null || queryKey === '') return undefined
    const ending = new AbortController()
    setState((before) => ({ ...before, load: { phase: 'loading' }, queryKey: queryKey }))
    portal.call(endpoint, given, { signal: ending.signal, quiet: true }).then(
      (data) => {
        if (!ending.signal.aborted)
          setState({ result: { queryKey: queryKey, data }, load: { phase: 'ready' }, queryKey: queryKey })
      },
      (error: unknown) => {
        if (ending.signal.aborted) return
        setState((before) => ({ ...before, load: { phase: 'failed', code: failureCode(error) }, queryKey: queryKey }))
      },
    )
    return () => ending.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asked again on demand, and when the network comes back
  }, [portal, endpoint, queryKey, round, online])

  return {
    data: state.result?.data ?? null,
    ready: state.result?.queryKey === queryKey,
    // Between another question and the effect above, the state still speaks of the one before.
    load: state.queryKey === queryKey ? state.load : { phase: 'loading' },
    reload: () => setRound((before) => before + 1),
  }
}

const coded = z.object({ code: z.string() })

/** The code of a failed call: the server's, or `client.*` for what never got an answer; 'unknown' for anything else that was thrown. */
export function failureCode(error: unknown): string {
  const parsed = coded.safeParse(error)
  return parsed.success ? parsed.data.code : 'unknown'
}

/** What to tell a person about a failure: the server's words where it gave any, and what to do where it did not. */
export function failureReason(code: string, language: Language, t: Translate): string {
  if (isErrorCode(code)) return `${errorTexts[code][language === 'en' ? 'en' : 'zh']}${t('stop')}`
  if (code === 'client.network') return t('reason.network')
  if (code === 'client.timeout') return t('reason.timeout')
  return t('reason.other')
}
