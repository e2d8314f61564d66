import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  filterBy,
  flag,
  orUsual,
  pageNumber,
  readListQuery,
  searchText,
  writeListQuery,
  writeListState,
} from './list-query.ts'
import { useListQuery, type ListQuery } from './use-list-query.ts'

const router = vi.hoisted(() => ({
  address: '',
  state: null as unknown,
  set: vi.fn<(address: URLSearchParams, how: { replace: boolean; state: { query: string } }) => void>(),
}))
vi.mock('react-router-dom', () => ({
  useSearchParams: () => [new URLSearchParams(router.address), router.set],
  useLocation: () => ({ state: router.state }),
}))

const schema = z.object({
  query: searchText(8),
  kind: orUsual(z.literal(['all', 'new', 'old']), 'all'),
  owner: filterBy(z.string().check(z.regex(/^\d+$/))),
  late: flag,
  sort: orUsual(z.literal(['name', 'date']), 'name'),
  descending: flag,
  page: pageNumber,
})
type Values = z.infer<typeof schema>

const read = (address: string, state?: unknown) => readListQuery(schema, new URLSearchParams(address), state)
const USUAL = read('')
const SET: Values = {
  query: '林 & 溪',
  kind: 'new',
  owner: '12',
  late: true,
  sort: 'date',
  descending: true,
  page: 3,
}

/** What the hook returns at an entry of the history. */
function listAt(address: string, state: unknown = null): ListQuery<Values> {
  Object.assign(router, { address, state })
  const lists: ListQuery<Values>[] = []
  renderToStaticMarkup(<Reader onRead={(list) => lists.push(list)} />)
  const [list] = lists
  if (!list) throw new Error('nothing was drawn')
  return list
}

function Reader({ onRead }: { onRead: (list: ListQuery<Values>) => void }) {
  onRead(useListQuery(schema))
  return null
}

/** The addresses that were gone to, and whether each replaced the one before. */
const visited = () => router.set.mock.calls.map(([address, how]) => [String(address), how.replace])

beforeEach(() => router.set.mockClear())

it('is read from the history as it was written there', () => {
  for (const values of [USUAL, SET])
    expect(readListQuery(schema, writeListQuery(schema, values), writeListState(values))).toEqual(values)
})

it('has the text of the search, which may be a name, in the state of the entry and never in the address', () => {
  expect(writeListQuery(schema, SET).has('query')).toBe(false)
  expect(read('query=lin').query).toBe('')
  const list = listAt('kind=new', { query: '林溪' })
  expect(list.values).toMatchObject({ query: '林溪', kind: 'new' })
  list.set('query', '林')
  list.set('kind', 'old')
  expect(router.set.mock.calls.map(([address, { state }]) => [String(address), state.query])).toEqual([
    ['kind=new', '林'],
    ['kind=old', '林'],
  ])
})

it('says nothing of what is usual', () => {
  expect(String(writeListQuery(schema, USUAL))).toBe('')
  expect(String(writeListQuery(schema, { ...USUAL, page: 2 }))).toBe('page=2')
})

it('takes the usual for what it does not know, and the beginning of a long search', () => {
  expect(read('kind=gone&owner=x&late=maybe&sort=size&page=-1&other=1&__proto__=1')).toEqual(USUAL)
  expect(read('page=1.5')).toEqual(USUAL)
  expect(read('', { query: '0123456789' }).query).toBe('01234567')
  for (const state of [null, 'x', { query: 7 }]) expect(read('', state).query).toBe('')
})

it('adds up what changes before the router has drawn it, each from the first page on', () => {
  const list = listAt('page=3')
  list.set('kind', 'old')
  list.change({ late: true }, true)
  list.set('page', 2)
  list.set('kind', 'gone')
  expect(visited()).toEqual([
    ['kind=old', false],
    ['kind=old&late=true', true],
    ['kind=old&late=true&page=2', false],
    ['late=true', false],
  ])
})

it('counts filters without search, order and page, and clears them alone or all', () => {
  expect(listAt('')).toMatchObject({ filterCount: 0, isLimited: false })
  expect(listAt('sort=date&page=2', { query: 'x' })).toMatchObject({ filterCount: 0, isLimited: true })
  const list = listAt(String(writeListQuery(schema, SET)), { query: SET.query })
  expect(list).toMatchObject({ filterCount: 3, isLimited: true })
  list.clearFilters()
  list.clear()
  expect(visited().map(([address]) => address)).toEqual([
    String(new URLSearchParams({ sort: 'date', descending: 'true' })),
    '',
  ])
})
