import { useEffect, useState } from 'react'
import {
  people,
  SEARCH_LENGTH,
  type Person,
  searchIndex,
} from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import { CallError } from '../../../core/api/call-error.ts'
import { call } from '../../../core/api/call.ts'
import type { SearchIndex } from './search.ts'

/** Pause after the last key before the server is asked, in milliseconds. */
const PAUSE = 150

interface PeopleState {
  readonly status: 'rest' | 'searching' | 'found' | 'failed'
  readonly list: readonly Person[]
}

const REST: PeopleState = { status: 'rest', list: [] }

/** Searches people on the server while typing; nothing for an empty query or offline. */
export function usePeople(query: string, online: boolean): PeopleState {
  const [answer, setAnswer] = useState<PeopleState & { query: string }>({ ...REST, query: '' })
  const asks = query !== '' && online

  useEffect(() => {
    if (!asks) return undefined
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      call(people, { query: query.slice(0, SEARCH_LENGTH) }, { signal: leaving.signal }).then(
        (list) => setAnswer({ query, status: 'found', list }),
        (error: unknown) => {
          if (error instanceof CallError && error.failure.kind === 'aborted') return
          setAnswer({ query, status: 'failed', list: [] })
        },
      )
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [query, asks])
  if (!asks) return REST
  return answer.query === query ? answer : { status: 'searching', list: answer.list }
}

/** For the visit: applications get new names rarely. */
let known: { userId: string; index: SearchIndex } | null = null

/** The pinyin of the applications' names; empty until it is loaded. */
export function useSearchIndex(userId: string, online: boolean): SearchIndex {
  const [index, setIndex] = useState<SearchIndex>(known?.userId === userId ? known.index : [])

  useEffect(() => {
    if (known?.userId === userId || !online) return undefined
    const leaving = new AbortController()
    call(searchIndex, {}, { signal: leaving.signal }).then(
      (answer) => {
        known = { userId, index: answer }
        setIndex(answer)
      },
      // Names are still found without pinyin.
      () => {},
    )
    return () => leaving.abort()
  }, [userId, online])
  return index
}
