import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import type * as units from '../../../contract/endpoints/units/units.ts'
import { UNIT_SORTS, UNIT_STATES } from '../../../contract/endpoints/units/units.ts'
import { flag, orUsual, pageNumber, searchText } from '../../../src/app/ui/list/list-query.ts'

/** Units of a page. */
export const PAGE = 30
/** Of the search, in characters. */
export const SEARCH_LENGTH = 64

/** Which units are listed and how. */
export const unitsQuery = z.object({
  query: searchText(SEARCH_LENGTH),
  state: orUsual(z.literal(['', ...UNIT_STATES]), ''),
  sort: orUsual(z.literal(UNIT_SORTS), 'name'),
  descending: flag,
  page: pageNumber,
})
type UnitsQuery = Readonly<z.infer<typeof unitsQuery>>

export function unitsRequest({ query, state, sort, descending, page }: UnitsQuery): RequestOf<typeof units.list> {
  return {
    ...(query.trim() !== '' && { query: query.trim() }),
    ...(state !== '' && { state }),
    sort,
    descending,
    page,
    size: PAGE,
  }
}
