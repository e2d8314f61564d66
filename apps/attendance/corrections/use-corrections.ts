import { useEffect, useRef, useState } from 'react'
import { corrections, type Correction } from '../../../contract/calls/attendance.ts'
import type { InputOf } from '../../../contract/row.ts'
import { failureCode } from '../failure.ts'
import { useObservable, usePortal } from '../portal-context.ts'
import type { CorrectionView } from '../place.ts'
import type { Load } from '../use-answer.ts'

const QUESTIONS: Readonly<Record<CorrectionView, InputOf<typeof corrections>>> = {
  waiting: { toDecide: true, state: 'open' },
  decided: { toDecide: true },
  own: { mine: true },
}

interface State {
  readonly found: readonly Correction[] | null
  readonly pages: number
  readonly total: number
  readonly load: Load
}

/** The requests of a view, page by page; the newest answer about one is `put` in its place. */
export function useCorrections(view: CorrectionView) {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const [state, setState] = useState<State>({ found: null, pages: 0, total: 0, load: { phase: 'loading' } })
  const ending = useRef(new AbortController())

  const ask = async (page: number) => {
    const { signal } = ending.current
    setState((before) => ({ ...before, load: { phase: 'loading' } }))
    try {
      const answer = await portal.call(corrections, { ...QUESTIONS[view], page }, { signal, quiet: true })
      setState(({ found, pages }) => ({
        found: page === 1 ? answer.corrections : joinPages(found ?? [], answer.corrections),
        pages: Math.max(page, page === 1 ? 1 : pages),
        total: answer.total,
        load: { phase: 'ready' },
      }))
    } catch (error) {
      if (signal.aborted) return
      setState((before) => ({ ...before, load: { phase: 'failed', code: failureCode(error) } }))
    }
  }

  useEffect(() => {
    ending.current = new AbortController()
    void ask(1)
    return () => ending.current.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- asked anew for another view and when the network comes back, not at each drawing
  }, [view, online])

  return {
    ...state,
    more: () => void ask(state.pages + 1),
    reload: () => void ask(1),
    put: (now: Correction) =>
      setState((before) => ({
        ...before,
        found: (before.found ?? []).map((one) => (one.correctionId === now.correctionId ? now : one)),
      })),
  }
}

/** What came meanwhile moves pages on: nothing is listed twice. */
function joinPages(before: readonly Correction[], next: readonly Correction[]): Correction[] {
  const known = new Set(before.map(({ correctionId }) => correctionId))
  return [...before, ...next.filter(({ correctionId }) => !known.has(correctionId))]
}
