import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { id } from '../../../contract/fields.ts'
import { filterBy, flag, orUsual, pageNumber, searchText } from '../../../src/app/ui/list/list-query.ts'

/** People of a page. */
export const PAGE = 50
/** Of the search, in characters. */
export const SEARCH_LENGTH = 64

/** Which people are listed and how. */
export const peopleQuery = z.object({
  query: searchText(SEARCH_LENGTH),
  type: orUsual(z.literal(['', '1', '2', '3', '4']), ''),
  campus: filterBy(id),
  grade: filterBy(id),
  class: filterBy(id),
  department: filterBy(id),
  state: orUsual(z.literal(['active', 'inactive', 'all']), 'active'),
  never: flag,
  sort: orUsual(z.literal(people.PEOPLE_SORTS), 'name'),
  descending: flag,
  page: pageNumber,
})
export type PeopleQuery = Readonly<z.infer<typeof peopleQuery>>

/** The request for people of a query, from the first on; `size` people at once. */
export function listRequest(query: PeopleQuery, page: number, size: number): RequestOf<typeof people.list> {
  const filters = {
    query: query.query.trim(),
    userType: query.type,
    campusId: query.campus,
    gradeId: query.grade,
    classId: query.class,
    departmentId: query.department,
  }
  return {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    state: query.state,
    ...(query.never && { neverSignedIn: true }),
    sort: query.sort,
    descending: query.descending,
    page,
    size,
  }
}
