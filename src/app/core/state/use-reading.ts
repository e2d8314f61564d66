import { useEffect, useRef, useState } from 'react'

/** What is shown of something that is read from the server. */
export type Reading<T> = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; value: T }

/**
 * Reads with a function that stays the same while online, and again by `reload`; `show` replaces what was read. What is shown stays while it is read again,
 * and when that fails: `reload` rejects then. An answer to what was asked before something newer was shown is not shown any more. `onFailure` hears of what
 * fails by itself.
 */
export function useReading<T>(
  online: boolean,
  read: (signal?: AbortSignal) => Promise<T>,
  onFailure?: (error: unknown) => void,
): { reading: Reading<T>; show: (value: T) => void; reload: () => Promise<void>; retry: () => void } {
  const [reading, setReading] = useState<Reading<T>>({ status: 'loading' })
  /** How often it was asked or shown, and with which of these came what is shown now. */
  const turns = useRef({ last: 0, shown: 0 })

  const nextTurn = () => (turns.current.last += 1)
  const showOf = (turn: number, value: T) => {
    if (turn < turns.current.shown) return
    turns.current.shown = turn
    setReading({ status: 'ready', value })
  }
  const ask = async (signal?: AbortSignal) => {
    const turn = nextTurn()
    showOf(turn, await read(signal))
  }

  useEffect(() => {
    if (!online) return undefined
    const leaving = new AbortController()
    ask(leaving.signal).catch((error: unknown) => {
      if (leaving.signal.aborted) return
      setReading(keepOrFail)
      onFailure?.(error)
    })
    return () => leaving.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the way to tell is no reason to ask again
  }, [online, read])

  return {
    reading,
    show: (value) => showOf(nextTurn(), value),
    reload: () => ask(),
    retry() {
      setReading({ status: 'loading' })
      ask().catch(() => setReading(keepOrFail))
    },
  }
}

/** What is older is better than nothing. */
function keepOrFail<T>(before: Reading<T>): Reading<T> {
  return before.status === 'ready' ? before : { status: 'failed' }
}
