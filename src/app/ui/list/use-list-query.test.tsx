import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { filterBy, flag, orUsual, pageNumber, readListQuery, searchText, writeListQuery } from './list-query.ts'
import { useListQuery, type ListQuery } from './use-list-query.ts'

const router = vi.hoisted(() => ({
  address: '',
  set: vi.fn<(address: URLSearchParams, how: { replace: boolean }) => void>(),
}))
vi.mock('react-router-dom', () => ({ useSearchParams: () => [new URLSearchParams(router.address), router.set] }))

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

const read = (address: string) => readListQuery(schema, new URLSearchParams(address))
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

/** What the hook returns at an address. */
function listAt(address: string): ListQuery<Values> {
  router.address = address
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

it('is read from the address as it was written there', () => {
  for (const values of [USUAL, SET]) expect(readListQuery(schema, writeListQuery(schema, values))).toEqual(values)
})

it('says nothing of what is usual', () => {
  expect(String(writeListQuery(schema, USUAL))).toBe('')
  expect(String(writeListQuery(schema, { ...USUAL, page: 2 }))).toBe('page=2')
})

it('takes the usual for what it does not know, and the beginning of a long search', () => {
  expect(read('kind=gone&owner=x&late=maybe&sort=size&page=-1&other=1&__proto__=1')).toEqual(USUAL)
  expect(read('page=1.5')).toEqual(USUAL)
  expect(read('query=0123456789').query).toBe('01234567')
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
  expect(listAt('query=x&sort=date&page=2')).toMatchObject({ filterCount: 0, isLimited: true })
  const list = listAt(String(writeListQuery(schema, SET)))
  expect(list).toMatchObject({ filterCount: 3, isLimited: true })
  list.clearFilters()
  list.clear()
  expect(visited().map(([address]) => address)).toEqual([
    String(new URLSearchParams({ query: SET.query, sort: 'date', descending: 'true' })),
    '',
  ])
})
