import { useEffect, useRef, useState } from 'react'
import type { LoadMoreStatus } from '../../src/app/ui/layout/LoadMore.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { failureCode, type Load } from './use-query.ts'

interface State<T> {
  readonly found: readonly T[] | null
  readonly pages: number
  readonly total: number
  readonly load: Load
}

/** A query of a list, page by page; `change` updates its entries. */
export function usePages<T>({
  queryKey,
  read,
  keyOf,
}: {
  /** Another key is another list. The previous one stays until the next has loaded. */
  queryKey: string
  read: (signal: AbortSignal, page: number) => Promise<{ total: number; items: readonly T[] }>
  keyOf: (item: T) => string
}) {
  const online = useObservable(usePortal().online)
  const [state, setState] = useState<State<T>>({ found: null, pages: 0, total: 0, load: { phase: 'loading' } })
  const ending = useRef(new AbortController())

  const ask = async (page: number) => {
    const { signal } = ending.current
    setState((before) => ({ ...before, load: { phase: 'loading' } }))
    try {
      const { total, items } = await read(signal, page)
      setState(({ found }) => ({
        found: page === 1 ? items : joinPages(found ?? [], items, keyOf),
        pages: page,
        total,
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
    // oxlint-disable-next-line react/exhaustive-deps -- asked anew for another question and when the network comes back, not at each drawing
  }, [queryKey, online])

  const { found, pages, total, load } = state
  const isWhole = found !== null && found.length >= total
  const end: LoadMoreStatus = isWhole ? 'done' : 'more'
  return {
    data: found,
    ready: found !== null,
    load,
    /** The state of the list's end. */
    status: load.phase === 'ready' ? end : load.phase,
    more: () => void ask(pages + 1),
    reload: () => void ask(1),
    change: (now: (item: T) => T) => setState((before) => ({ ...before, found: (before.found ?? []).map(now) })),
  }
}

/** New entries shift the pages: nothing is listed twice. */
function joinPages<T>(before: readonly T[], next: readonly T[], keyOf: (item: T) => string): T[] {
  const known = new Set(before.map(keyOf))
  return [...before, ...next.filter((item) => !known.has(keyOf(item)))]
}
