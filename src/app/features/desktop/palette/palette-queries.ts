import { useEffect, useState } from 'react'
import { people, SEARCH_LENGTH, type Person, searchIndex } from '../../../../../contract/endpoints/desktop-search.ts'
import { CallError } from '../../../core/api/call-error.ts'
import { call } from '../../../core/api/call.ts'
import type { SearchIndex } from './search.ts'

/** Whoever types on is not asked about in between, in milliseconds. */
const PAUSE = 150

/** What is known of the people who fit; while others are asked about, those that were found before. */
interface PeopleState {
  readonly status: 'rest' | 'searching' | 'found' | 'failed'
  readonly list: readonly Person[]
}

const REST: PeopleState = { status: 'rest', list: [] }

/** Asks the server for people as somebody types; nothing while the query is empty or the network is away. */
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

/** How the names of the person's applications are typed in pinyin; empty until it has come, and while it cannot be had. */
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
      // Names are found by their letters all the same.
      () => {},
    )
    return () => leaving.abort()
  }, [userId, online])
  return index
}
