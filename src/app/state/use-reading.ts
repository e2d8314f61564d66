import { useEffect, useState } from 'react'

/** What is shown of something that is read from the server. */
export type Reading<T> = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; value: T }

/**
 * Reads with a function that stays the same while online, and again by `reload`; `show` replaces what was read. What is shown stays while it is read again,
 * and when that fails: `reload` rejects then. `onFailure` hears of what fails by itself.
 */
export function useReading<T>(
  online: boolean,
  read: (signal?: AbortSignal) => Promise<T>,
  onFailure?: (error: unknown) => void,
): { reading: Reading<T>; show: (value: T) => void; reload: () => Promise<void>; retry: () => void } {
  const [reading, setReading] = useState<Reading<T>>({ status: 'loading' })
  const show = (value: T) => setReading({ status: 'ready', value })

  useEffect(() => {
    if (!online) return undefined
    const leaving = new AbortController()
    read(leaving.signal).then(show, (error: unknown) => {
      if (leaving.signal.aborted) return
      setReading(keepOrFail)
      onFailure?.(error)
    })
    return () => leaving.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the way to tell is no reason to ask again
  }, [online, read])

  return {
    reading,
    show,
    reload: async () => show(await read()),
    retry() {
      setReading({ status: 'loading' })
      read().then(show, () => setReading(keepOrFail))
    },
  }
}

/** What is older is better than nothing. */
function keepOrFail<T>(before: Reading<T>): Reading<T> {
  return before.status === 'ready' ? before : { status: 'failed' }
}
