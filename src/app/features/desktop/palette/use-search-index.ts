import { useEffect, useState } from 'react'
import { searchIndex } from '../../../../../contract/endpoints/desktop-search.ts'
import { call } from '../../../core/api/call.ts'
import type { SearchIndex } from './search.ts'

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
