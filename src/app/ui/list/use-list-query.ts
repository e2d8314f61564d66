import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { readListQuery, usualFilters, writeListQuery, writeListState, type ListSchema } from './list-query.ts'

/** The state of a list, and what changes it. */
export interface ListQuery<Values extends object> {
  readonly values: Values
  /** How many filters are set, without the search. */
  readonly filterCount: number
  /** Whether a filter or a search limits the list. */
  readonly isLimited: boolean
  /** Changes some of it and shows the first page, unless `part` names another. With `replace` it gets no entry in the browser's history. */
  change(part: Partial<Values>, replace?: boolean): void
  /** Changes a field to what a control of it has; a value that the schema does not know is the usual one. */
  set(name: keyof Values & string, value: string | number | boolean, replace?: boolean): void
  /** Clears the filters; search and order stay. */
  clearFilters(): void
  /** Shows the whole list in its usual order. */
  clear(): void
}

/**
 * Keeps the state of a list in the address: page, order and filters; and the text of its search in the history, for the ways back and forward. The schema does not change.
 * Changes add up although the router draws the page later: on a busy device a second filter may come before the first one is drawn.
 */
export function useListQuery<Values extends object>(schema: ListSchema<Values>): ListQuery<Values> {
  const [address, setAddress] = useSearchParams()
  const state: unknown = useLocation().state
  const values = readListQuery(schema, address, state)
  const latest = useRef<object>(values)
  useEffect(() => {
    latest.current = readListQuery(schema, address, state)
  }, [schema, address, state])

  const change = (part: object, replace = false) => {
    const wanted = { ...latest.current, page: 1, ...part }
    latest.current = readListQuery(schema, writeListQuery(schema, wanted), wanted)
    setAddress(writeListQuery(schema, latest.current), { replace, state: writeListState(latest.current) })
  }
  const usual = usualFilters(schema)
  const filterCount = Object.entries(values).filter(([name, value]) => name in usual && value !== usual[name]).length
  return {
    values,
    filterCount,
    isLimited: filterCount > 0 || ('query' in values && values.query !== ''),
    change,
    set: (name, value, replace) => change({ [name]: value }, replace),
    clearFilters: () => change(usual),
    clear: () => change(readListQuery(schema, new URLSearchParams())),
  }
}
