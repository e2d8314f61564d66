import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import type { EnrolledPerson, FaceCandidate } from '../../../contract/endpoints/faces/face-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import { orUsual, pageNumber, searchText } from '../../../src/app/ui/list/list-query.ts'

/** Of the search, in characters. */
export const SEARCH_LENGTH = 64

/** Which people are listed: those with a stored face, or without one. */
export const facesQuery = z.object({
  show: orUsual(z.literal(['with', 'without']), 'with'),
  query: searchText(SEARCH_LENGTH),
  page: pageNumber,
})
type FacesQuery = Readonly<z.infer<typeof facesQuery>>

/** A row of the list; `photos` and its dates are there for a person with a stored face. */
export type FacePerson = FaceCandidate & Partial<Omit<EnrolledPerson, keyof FaceCandidate>>

/** A page of people by name, and a function that loads all of them. It rejects as calls do. */
export function usePeople({ show, query: name, page }: FacesQuery) {
  const call = useCall()
  const endpoint = show === 'with' ? faceAdmin.people : faceAdmin.candidates
  const request = { page, ...(name.trim() !== '' && { name: name.trim() }) }
  const read = async (signal: AbortSignal, wanted: number) => {
    const { total, people } = await call(endpoint, { ...request, page: wanted }, { signal })
    const rows: readonly FacePerson[] = people
    return { show, total, rows }
  }
  return {
    query: useQuery({
      // Not as `useEndpoint` has it, whose responses do not say which list they are.
      queryKey: [endpoint.name, request, 'rows'],
      queryFn: ({ signal }) => read(signal, page),
      placeholderData: keepPreviousData,
    }),
    loadAll: (signal: AbortSignal, onProgress: (part: number) => void) =>
      loadPages(
        PAGE_SIZE,
        (wanted) => read(signal, wanted),
        ({ userId }) => userId,
        onProgress,
      ),
  }
}
