import { useDeferredValue } from 'react'

/**
 * Returns `query`, but its first answer a moment later: React then draws it in parts of 5 ms, between which a press is answered. A store's change is
 * drawn at once otherwise, however long it takes. Later answers are not delayed, so that what is shown always belongs to what was asked last.
 */
export function useFirstInParts<T extends { readonly isPending: boolean }>(query: T): T {
  const deferred = useDeferredValue(query)
  return deferred.isPending && !query.isPending ? deferred : query
}
