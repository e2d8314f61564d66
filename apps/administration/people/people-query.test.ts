import { describe, expect, it } from 'vitest'
import {
  countFilters,
  EVERYONE,
  listRequest,
  readPeopleQuery,
  writePeopleQuery,
  type PeopleQuery,
} from './people-query.ts'

const CLASS: PeopleQuery = {
  ...EVERYONE,
  query: '林 & 溪',
  type: '1',
  class: '5d2f0c8e-0000-4000-8000-000000000001',
  state: 'all',
  never: true,
  sort: 'lastSignIn',
  descending: true,
  page: 3,
}

describe('the address of a list', () => {
  it.each([EVERYONE, CLASS])('is read as it was written: %o', (query) => {
    expect(readPeopleQuery(new URLSearchParams(writePeopleQuery(query)))).toEqual(query)
  })

  it('says nothing of what is usual', () => {
    expect(writePeopleQuery(EVERYONE)).toBe('')
    expect(writePeopleQuery({ ...EVERYONE, page: 2 })).toBe('page=2')
  })

  it('is usual where it is wrong', () => {
    const wrong = 'type=9&class=../x&state=gone&sort=password&page=-1&never=maybe'
    expect(readPeopleQuery(new URLSearchParams(wrong))).toEqual(EVERYONE)
    expect(readPeopleQuery(new URLSearchParams('page=1.5'))).toEqual(EVERYONE)
    expect(readPeopleQuery(new URLSearchParams({ query: 'x'.repeat(99) })).query).toHaveLength(64)
  })
})

it('only set filters are requested', () => {
  expect(listRequest(EVERYONE, 1, 50)).toEqual({ state: 'active', sort: 'name', descending: false, page: 1, size: 50 })
  expect(listRequest({ ...CLASS, query: ' 林 ' }, 2, 200)).toEqual({
    query: '林',
    userType: '1',
    classId: CLASS.class,
    state: 'all',
    neverSignedIn: true,
    sort: 'lastSignIn',
    descending: true,
    page: 2,
    size: 200,
  })
})

it('filters are counted without search, order and page', () => {
  expect(countFilters(EVERYONE)).toBe(0)
  expect(countFilters(CLASS)).toBe(4)
})
