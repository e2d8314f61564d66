import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as desktopSearch from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import { SEARCH_LENGTH, type Person } from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import { endpointQuery } from '../../../core/query/query-client.ts'
import type { SearchIndex } from './search.ts'

/** Pause after the last key before the server is asked, in milliseconds. */
const PAUSE = 150

interface PeopleState {
  readonly status: 'rest' | 'searching' | 'found' | 'failed'
  readonly list: readonly Person[]
}

const NONE: readonly [] = []
const NO_INDEX: SearchIndex = []
const REST: PeopleState = { status: 'rest', list: NONE }

/** Searches people on the server while typing; nothing for an empty query or offline. */
export function usePeople(query: string, online: boolean): PeopleState {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), PAUSE)
    return () => clearTimeout(timer)
  }, [query])

  const asks = query !== '' && online
  const { data, isFetching, isError } = useQuery({
    ...endpointQuery(desktopSearch.people, { query: asked.slice(0, SEARCH_LENGTH) }),
    enabled: asks && asked !== '',
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  if (!asks) return REST
  if (query !== asked || isFetching) return { status: 'searching', list: data ?? NONE }
  return isError ? { status: 'failed', list: NONE } : { status: 'found', list: data ?? NONE }
}

/** The pinyin of the applications' names, loaded once a page; empty until then, because names are found without pinyin too. */
export function useSearchIndex(): SearchIndex {
  const { data } = useQuery({ ...endpointQuery(desktopSearch.searchIndex, {}), staleTime: Infinity, gcTime: Infinity })
  return data ?? NO_INDEX
}
