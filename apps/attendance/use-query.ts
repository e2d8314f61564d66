import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { ResponseOf, AnyEndpoint, RequestOf } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/envelope.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import { useObservable, usePortal, type Translate } from './portal-context.ts'

export type Load = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string }

/** What became of a question to the server. */
export interface Answer<T> {
  /** The newest answer; while another question is on its way, still the one before it. Null until there is one. */
  readonly data: T | null
  /** Whether `data` answers what is asked now. */
  readonly fits: boolean
  readonly load: Load
  /** Asks again. */
  readonly reload: () => void
}

interface State<T> {
  readonly answered: { readonly question: string; readonly data: T } | null
  readonly load: Load
  /** What `load` speaks of. */
  readonly question: string
}

/** Asks the server, again when the input is another one and when the network comes back. `input` null: nothing is asked. */
export function useAnswer<R extends AnyEndpoint>(row: R, input: RequestOf<R> | null): Answer<ResponseOf<R>> {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const [round, setRound] = useState(0)
  const question = input === null ? '' : `${row.name} ${JSON.stringify(input)}`
  const [state, setState] = useState<State<ResponseOf<R>>>({ answered: null, load: { phase: 'loading' }, question })
  const asked = useRef(input)

  useEffect(() => {
    asked.current = input
  })

  useEffect(() => {
    const given = asked.current
    if (given === null || question === '') return undefined
    const ending = new AbortController()
    setState((before) => ({ ...before, load: { phase: 'loading' }, question }))
    portal.call(row, given, { signal: ending.signal, quiet: true }).then(
      (data) => {
        if (!ending.signal.aborted) setState({ answered: { question, data }, load: { phase: 'ready' }, question })
      },
      (error: unknown) => {
        if (ending.signal.aborted) return
        setState((before) => ({ ...before, load: { phase: 'failed', code: failureCode(error) }, question }))
      },
    )
    return () => ending.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asked again on demand, and when the network comes back
  }, [portal, row, question, round, online])

  return {
    data: state.answered?.data ?? null,
    fits: state.answered?.question === question,
    // Between another question and the effect above, the state still speaks of the one before.
    load: state.question === question ? state.load : { phase: 'loading' },
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
