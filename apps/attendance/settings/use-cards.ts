import { useEffect, useRef, useState } from 'react'
import { cards, type CardHolder } from '../../../contract/calls/attendance-admin.ts'
import { failureCode } from '../failure.ts'
import { useObservable, usePortal } from '../portal-context.ts'
import type { Load } from '../use-answer.ts'

interface State {
  readonly found: readonly CardHolder[] | null
  readonly pages: number
  readonly total: number
  readonly load: Load
}

/** Who has which card, page by page; `name` is what is looked for. Those of the search before stay in sight until the next have come. */
export function useCards(name: string) {
  const portal = usePortal()
  const online = useObservable(portal.online)
  const [state, setState] = useState<State>({ found: null, pages: 0, total: 0, load: { phase: 'loading' } })
  const ending = useRef(new AbortController())

  const ask = async (page: number) => {
    const { signal } = ending.current
    setState((before) => ({ ...before, load: { phase: 'loading' } }))
    try {
      const sought = name === '' ? {} : { name }
      const answer = await portal.call(cards, { ...sought, page }, { signal, quiet: true })
      setState(({ found }) => ({
        found: page === 1 ? answer.people : [...(found ?? []), ...answer.people],
        pages: page,
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
    // oxlint-disable-next-line react/exhaustive-deps -- asked anew for another name and when the network comes back, not at each drawing
  }, [name, online])

  return {
    ...state,
    more: () => void ask(state.pages + 1),
    reload: () => void ask(1),
    /** Shows a person's card as it is now, by its number. */
    show: (id: string, number: string | null) =>
      setState((before) => ({
        ...before,
        found: (before.found ?? []).map((one) =>
          one.id === id ? { ...one, cardEnd: number === null ? null : number.slice(-4) } : one,
        ),
      })),
  }
}
