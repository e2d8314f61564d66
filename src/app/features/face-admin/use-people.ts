import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  candidates,
  people,
  type EnrolledPerson,
  type FaceCandidate,
} from '../../../../contract/endpoints/faces/face-admin.ts'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import { call, type CallOptions } from '../../core/api/call.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

/** People with a stored face, or without one. */
type PeopleKind = 'with' | 'without'

export interface Asked {
  readonly kind: PeopleKind
  readonly name: string
  readonly page: number
}

export type PeoplePage = { readonly asked: Asked; readonly page: number; readonly total: number } & (
  | { readonly kind: 'with'; readonly people: readonly EnrolledPerson[] }
  | { readonly kind: 'without'; readonly people: readonly FaceCandidate[] }
)

/** Milliseconds after the last key before the search. */
const TYPING_PAUSE = 250

/** Lists people by name, a page at a time; another name or kind begins at the first page. */
export function usePeople() {
  const online = useOnline()
  const [asked, setAsked] = useState<Asked>({ kind: 'with', name: '', page: 1 })
  const [typed, setTyped] = useState('')

  useEffect(() => {
    const timer = setTimeout(() => {
      const name = typed.trim()
      setAsked((before) => (before.name === name ? before : { ...before, name, page: 1 }))
    }, TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  const query = useQuery({
    queryKey: [(asked.kind === 'with' ? people : candidates).name, asked],
    queryFn: ({ signal }) => readPage(asked, { signal }),
    placeholderData: keepPreviousData,
    meta: { notice: true },
  })

  return {
    query,
    /** Another result is being loaded. */
    isBehind: online && query.isPlaceholderData,
    asked,
    kind: asked.kind,
    typed,
    type: setTyped,
    choose: (kind: PeopleKind) => setAsked((before) => ({ ...before, kind, page: 1 })),
    turn: (page: number) => setAsked((before) => ({ ...before, page })),
  }
}

async function readPage(asked: Asked, options: CallOptions, page = asked.page): Promise<PeoplePage> {
  const { kind, name } = asked
  const input = { page, ...(name !== '' && { name }) }
  const found: PeoplePage =
    kind === 'with'
      ? { asked, kind, page, ...(await call(people, input, options)) }
      : { asked, kind, page, ...(await call(candidates, input, options)) }
  const last = Math.max(1, Math.ceil(found.total / PAGE_SIZE))
  // The last person of the last page may have been removed.
  return page > last ? readPage(asked, options, last) : found
}

/** All people of all pages, one page after the other; `onProgress` gets the loaded part, from 0 to 1. Rejects as calls do. */
export async function loadAllPeople(
  signal: AbortSignal,
  asked: Asked,
  onProgress: (part: number) => void,
): Promise<(EnrolledPerson | FaceCandidate)[]> {
  const found: (EnrolledPerson | FaceCandidate)[] = []
  for (let page = 1, total = 1; (page - 1) * PAGE_SIZE < total; page += 1) {
    const next = await readPage({ ...asked, page }, { signal })
    // A page that is gone was answered by the last, whose people are here already.
    if (next.page < page) break
    found.push(...next.people)
    total = next.total
    onProgress(Math.min(1, (page * PAGE_SIZE) / Math.max(1, total)))
  }
  return found
}
