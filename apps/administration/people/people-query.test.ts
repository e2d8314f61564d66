import { expect, it } from 'vitest'
import { readListQuery } from '../../../src/app/ui/list/list-query.ts'
import { listRequest, peopleQuery } from './people-query.ts'

const read = (address: string, query = '') => readListQuery(peopleQuery, new URLSearchParams(address), { query })

it('is usual where the address is wrong', () => {
  expect(read('type=9&class=../x&state=gone&sort=password&page=-1&never=maybe')).toEqual(read(''))
})

it('only set filters are requested', () => {
  expect(listRequest(read(''), 1, 50)).toEqual({ state: 'active', sort: 'name', descending: false, page: 1, size: 50 })
  const query = read('type=1&class=c1&state=all&never=true&sort=lastSignIn&descending=true&page=3', ' 林 ')
  expect(listRequest(query, 2, 200)).toEqual({
    query: '林',
    userType: '1',
    classId: 'c1',
    state: 'all',
    neverSignedIn: true,
    sort: 'lastSignIn',
    descending: true,
    page: 2,
    size: 200,
  })
})
