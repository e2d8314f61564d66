import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { ResponseOf, AnyEndpoint, RequestOf } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/envelope.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import { useObservable, usePortal, type Translate } from './portal-context.ts'

export type Load = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string }

export interface Query<T> {
  readonly data: T | null
  /** Whether `data` belongs to the current input. */
  readonly ready: boolean
  readonly load: Load
  readonly reload: () => void
}

interface State<T> {
  readonly result: { readonly queryKey: string; readonly data: T } | null
  readonly load: Load
  /** The input that `load` belongs to. */
  readonly queryKey: string
}

/** Queries the server, again when the input changes and when the network is back. `input` null: no query. */
export function useQuery<R extends AnyEndpoint>(endpoint: R, input: RequestOf<R> | null): Query<ResponseOf<R>> {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const [round, setRound] = useState(0)
  const queryKey = input === null ? '' : `${endpoint.name} ${JSON.stringify(input)}`
  const [state, setState] = useState<State<ResponseOf<R>>>({
    result: null,
    load: { phase: 'loading' },
    queryKey,
  })
  const asked = useRef(input)

  useEffect(() => {
    asked.current = input
  })

  useEffect(() => {
    const given = asked.current
    if (given === null || queryKey === '') return undefined
    const ending = new AbortController()
    setState((before) => ({ ...before, load: { phase: 'loading' }, queryKey }))
    portal.call(endpoint, given, { signal: ending.signal, quiet: true }).then(
      (data) => {
        if (!ending.signal.aborted) setState({ result: { queryKey, data }, load: { phase: 'ready' }, queryKey })
      },
      (error: unknown) => {
        if (ending.signal.aborted) return
        setState((before) => ({ ...before, load: { phase: 'failed', code: failureCode(error) }, queryKey }))
      },
    )
    return () => ending.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asked again on demand, and when the network comes back
  }, [portal, endpoint, queryKey, round, online])

  return {
    data: state.result?.data ?? null,
    ready: state.result?.queryKey === queryKey,
    // Between a change of the input and the effect above, the state belongs to the previous one.
    load: state.queryKey === queryKey ? state.load : { phase: 'loading' },
    reload: () => setRound((before) => before + 1),
  }
}

const coded = z.object({ code: z.string() })

/** The code of a failed call: the server's, `client.*` without a response, 'unknown' for any other error. */
export function failureCode(error: unknown): string {
  const parsed = coded.safeParse(error)
  return parsed.success ? parsed.data.code : 'unknown'
}

/** The text of a failure: the server's, or what to do without one. */
export function failureReason(code: string, language: Language, t: Translate): string {
  if (isErrorCode(code)) return `${errorTexts[code][language === 'en' ? 'en' : 'zh']}${t('stop')}`
  if (code === 'client.network') return t('reason.network')
  if (code === 'client.timeout') return t('reason.timeout')
  return t('reason.other')
}
