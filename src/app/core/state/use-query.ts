import { useEffect, useRef, useState } from 'react'

export type QueryState<T> = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; value: T }

/**
 * Queries the server with `read`, which must be a stable function, while online. `reload` queries again and rejects on failure; `show` replaces the
 * value. The value stays during a reload and after its failure. Responses older than the shown value are dropped. `onError` gets failures of the
 * first query.
 */
export function useQuery<T>(
  online: boolean,
  read: (signal?: AbortSignal) => Promise<T>,
  onError?: (error: unknown) => void,
): { query: QueryState<T>; show: (value: T) => void; reload: () => Promise<void>; retry: () => void } {
  const [query, setQuery] = useState<QueryState<T>>({ status: 'loading' })
  /** Numbers of the last request or `show`, and of the one whose value is shown. */
  const sequence = useRef({ last: 0, shown: 0 })

  const next = () => (sequence.current.last += 1)
  const showOf = (number: number, value: T) => {
    if (number < sequence.current.shown) return
    sequence.current.shown = number
    setQuery({ status: 'ready', value })
  }
  const ask = async (signal?: AbortSignal) => {
    const number = next()
    showOf(number, await read(signal))
  }

  useEffect(() => {
    if (!online) return undefined
    const leaving = new AbortController()
    ask(leaving.signal).catch((error: unknown) => {
      if (leaving.signal.aborted) return
      setQuery(keepOrFail)
      onError?.(error)
    })
    return () => leaving.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another onError is no reason to query again
  }, [online, read])

  return {
    query,
    show: (value) => showOf(next(), value),
    reload: () => ask(),
    retry() {
      setQuery({ status: 'loading' })
      ask().catch(() => setQuery(keepOrFail))
    },
  }
}

function keepOrFail<T>(before: QueryState<T>): QueryState<T> {
  return before.status === 'ready' ? before : { status: 'failed' }
}
