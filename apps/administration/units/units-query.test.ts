import { expect, it } from 'vitest'
import { readListQuery } from '../../../src/app/ui/list/list-query.ts'
import { unitsQuery, unitsRequest } from './units-query.ts'

const requestOf = (address: string, query = '') =>
  unitsRequest(readListQuery(unitsQuery, new URLSearchParams(address), { query }))

it('asks the server for what is set, and for all units where the address is wrong', () => {
  const all = { sort: 'name', descending: false, page: 1, size: 30 }
  expect(requestOf('', ' yun ')).toEqual({ ...all, query: 'yun' })
  expect(requestOf('state=suspended')).toEqual({ ...all, state: 'suspended' })
  expect(requestOf('state=gone&sort=colour&page=-1&descending=maybe')).toEqual(all)
})
