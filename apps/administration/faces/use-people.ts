import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import type { EnrolledPerson, FaceCandidate } from '../../../contract/endpoints/faces/face-admin.ts'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import { usePortal } from '../portal-context.ts'

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

type QuietCall = <R extends AnyEndpoint>(endpoint: R, request: RequestOf<R>) => Promise<ResponseOf<R>>

/** Milliseconds after the last key before the search. */
const TYPING_PAUSE = 250

/** Lists people by name, a page at a time; another name or kind begins at the first page. */
export function usePeople() {
  const online = useOnline()
  const portal = usePortal()
  const [asked, setAsked] = useState<Asked>({ kind: 'with', name: '', page: 1 })
  const [typed, setTyped] = useState('')

  useEffect(() => {
    const timer = setTimeout(() => {
      const name = typed.trim()
      setAsked((before) => (before.name === name ? before : { ...before, name, page: 1 }))
    }, TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  const read = (signal: AbortSignal, wanted: Asked, page?: number) =>
    readPage((endpoint, request) => portal.call(endpoint, request, { signal, quiet: true }), wanted, page)
  const query = useQuery({
    queryKey: [(asked.kind === 'with' ? faceAdmin.people : faceAdmin.candidates).name, asked],
    queryFn: ({ signal }) => read(signal, asked),
    placeholderData: keepPreviousData,
  })

  return {
    query,
    read,
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

/** The page of a list, the last one where there are fewer. */
export type ReadPage = (asked: Asked, page: number) => Promise<PeoplePage>

async function readPage(call: QuietCall, asked: Asked, page = asked.page): Promise<PeoplePage> {
  const { kind, name } = asked
  const input = { page, ...(name !== '' && { name }) }
  const found: PeoplePage =
    kind === 'with'
      ? { asked, kind, page, ...(await call(faceAdmin.people, input)) }
      : { asked, kind, page, ...(await call(faceAdmin.candidates, input)) }
  const last = Math.max(1, Math.ceil(found.total / PAGE_SIZE))
  // The last person of the last page may have been removed.
  return page > last ? readPage(call, asked, last) : found
}

/** All people of all pages, one page after the other; `onProgress` gets the loaded part, from 0 to 1. Rejects as calls do. */
export async function loadAllPeople(
  asked: Asked,
  read: ReadPage,
  onProgress: (part: number) => void,
): Promise<(EnrolledPerson | FaceCandidate)[]> {
  return loadPages<EnrolledPerson | FaceCandidate>(
    PAGE_SIZE,
    async (page) => {
      const next = await read(asked, page)
      // A page that is gone was answered by the last, whose people are here already.
      return { total: next.total, rows: next.page < page ? [] : next.people }
    },
    ({ userId }) => userId,
    onProgress,
  )
}
