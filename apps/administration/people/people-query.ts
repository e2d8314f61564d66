import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import type * as people from '../../../contract/endpoints/people/people.ts'
import { PEOPLE_SORTS } from '../../../contract/endpoints/people/people.ts'
import { id } from '../../../contract/fields.ts'

/** People of a page. */
export const PAGE = 50
/** Of the search, in characters. */
export const SEARCH_LENGTH = 64

/** Which people are listed and how, as the address has it; '' where a filter is not set. */
export interface PeopleQuery {
  readonly query: string
  readonly type: '' | '1' | '2' | '3' | '4'
  readonly campus: string
  readonly grade: string
  readonly class: string
  readonly department: string
  readonly state: 'active' | 'inactive' | 'all'
  readonly never: boolean
  readonly sort: (typeof PEOPLE_SORTS)[number]
  readonly descending: boolean
  readonly page: number
}

export const EVERYONE: PeopleQuery = {
  query: '',
  type: '',
  campus: '',
  grade: '',
  class: '',
  department: '',
  state: 'active',
  never: false,
  sort: 'name',
  descending: false,
  page: 1,
}

const TYPES = z.literal(['1', '2', '3', '4'])
const STATES = z.literal(['active', 'inactive', 'all'])
const SORTS = z.literal(PEOPLE_SORTS)
const PAGE_NUMBER = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))

/** Reads an address; what it does not say, or says wrongly, is as in `EVERYONE`. */
export function readPeopleQuery(params: URLSearchParams): PeopleQuery {
  const read = <T>(name: keyof PeopleQuery, schema: z.ZodMiniType<T>, otherwise: T): T => {
    const parsed = z.safeParse(schema, params.get(name))
    return parsed.success ? parsed.data : otherwise
  }
  return {
    query: (params.get('query') ?? '').slice(0, SEARCH_LENGTH),
    type: read<PeopleQuery['type']>('type', TYPES, ''),
    campus: read('campus', id, ''),
    grade: read('grade', id, ''),
    class: read('class', id, ''),
    department: read('department', id, ''),
    state: read('state', STATES, 'active'),
    never: params.get('never') === 'true',
    sort: read('sort', SORTS, 'name'),
    descending: params.get('descending') === 'true',
    page: read<number>('page', PAGE_NUMBER, 1),
  }
}

/** The address of a query, of what differs from `EVERYONE`; '' for that itself. */
export function writePeopleQuery(query: PeopleQuery): string {
  const before: Readonly<Record<string, unknown>> = { ...EVERYONE }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== before[name]) params.set(name, String(value))
  return params.toString()
}

/** The request for people of a query, from the first on; `size` people at once. */
export function listRequest(asked: PeopleQuery, page: number, size: number): RequestOf<typeof people.list> {
  const filters = {
    query: asked.query.trim(),
    userType: asked.type,
    campusId: asked.campus,
    gradeId: asked.grade,
    classId: asked.class,
    departmentId: asked.department,
  }
  return {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    state: asked.state,
    ...(asked.never && { neverSignedIn: true }),
    sort: asked.sort,
    descending: asked.descending,
    page,
    size,
  }
}

/** How many filters are set, without the search. */
export function countFilters({ type, campus, grade, class: group, department, state, never }: PeopleQuery): number {
  return (
    [type, campus, grade, group, department].filter((value) => value !== '').length +
    Number(state !== 'active') +
    Number(never)
  )
}
