import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import type * as units from '../../../contract/endpoints/units/units.ts'
import { UNIT_SORTS, UNIT_STATES } from '../../../contract/endpoints/units/units.ts'

/** Units of a page. */
export const PAGE = 30
/** Of the search, in characters. */
export const SEARCH_LENGTH = 64

/** Which units are listed and how, as the address has it. */
export interface UnitsQuery {
  readonly query: string
  readonly state: '' | (typeof UNIT_STATES)[number]
  readonly sort: (typeof UNIT_SORTS)[number]
  readonly descending: boolean
  readonly page: number
}

export const ALL_UNITS: UnitsQuery = { query: '', state: '', sort: 'name', descending: false, page: 1 }

const STATES = z.literal(UNIT_STATES)
const SORTS = z.literal(UNIT_SORTS)
const PAGE_NUMBER = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))

/** A state as it stands in the address or a field; '' for anything else. */
export function readState(given: string | null): UnitsQuery['state'] {
  return z.safeParse(STATES, given).data ?? ''
}

/** Reads an address; what it does not say, or says wrongly, is as in `ALL_UNITS`. */
export function readUnitsQuery(params: URLSearchParams): UnitsQuery {
  return {
    query: (params.get('query') ?? '').slice(0, SEARCH_LENGTH),
    state: readState(params.get('state')),
    sort: z.safeParse(SORTS, params.get('sort')).data ?? 'name',
    descending: params.get('descending') === 'true',
    page: z.safeParse(PAGE_NUMBER, params.get('page') ?? 1).data ?? 1,
  }
}

/** The address of a query, of what differs from `ALL_UNITS`; '' for that itself. */
export function writeUnitsQuery(query: UnitsQuery): string {
  const before: Readonly<Record<string, unknown>> = { ...ALL_UNITS }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== before[name]) params.set(name, String(value))
  return params.toString()
}

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
