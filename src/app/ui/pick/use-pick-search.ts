import { useEffect, useRef, useState } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { failureText } from '../../core/notices/failure-text.ts'

/** Milliseconds after the last key before the search. */
const TYPING_PAUSE = 250

/** The last search that ended. */
interface Ended<T> {
  readonly text: string
  readonly found: readonly T[]
  /** Why it failed, '' where it did not. */
  readonly failure: string
}
const NONE: Ended<never> = { text: '', found: [], failure: '' }

export type PickStatus = 'idle' | 'searching' | 'offline' | 'failed' | 'found'

/**
 * Searches for `text` after a pause, again once the network is back, and never while `paused`. What was found last stays until the next answer; an answer
 * to an earlier text is dropped.
 */
export function usePickSearch<T>(
  text: string,
  paused: boolean,
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>,
): { status: PickStatus; found: readonly T[]; failure: string; retry: () => void } {
  const online = useOnline()
  const [ended, setEnded] = useState<Ended<T>>(NONE)
  const [attempt, setAttempt] = useState(0)
  const query = text.trim()
  const latest = useRef(search)
  if (query === '' && ended !== NONE) setEnded(NONE)

  useEffect(() => {
    latest.current = search
  })
  useEffect(() => {
    if (paused || query === '' || !online) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const timer = setTimeout(() => {
      latest.current(query, signal).then(
        (found) => {
          if (!signal.aborted) setEnded({ text: query, found, failure: '' })
        },
        (error: unknown) => {
          if (!signal.aborted) setEnded({ text: query, found: [], failure: failureText(error) })
        },
      )
    }, TYPING_PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt searches again
  }, [query, paused, online, attempt])

  const status = (): PickStatus => {
    if (query === '' || paused) return 'idle'
    if (ended.text === query) return ended.failure === '' ? 'found' : 'failed'
    return online ? 'searching' : 'offline'
  }
  return {
    status: status(),
    found: ended.found,
    failure: ended.failure,
    retry() {
      setEnded(NONE)
      setAttempt(attempt + 1)
    },
  }
}
