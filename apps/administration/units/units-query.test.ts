import { expect, it } from 'vitest'
import { ALL_UNITS, readUnitsQuery, unitsRequest, writeUnitsQuery } from './units-query.ts'

const read = (address: string) => readUnitsQuery(new URLSearchParams(address))

it('is the same in the address and back, and short where nothing is asked for', () => {
  expect(writeUnitsQuery(ALL_UNITS)).toBe('')
  const asked = { query: '云溪', state: 'deleting', sort: 'storage', descending: true, page: 3 } as const
  expect(read(writeUnitsQuery(asked))).toEqual(asked)
})

it('reads all units from an address that says something else', () => {
  expect(read('state=gone&sort=colour&page=-1&descending=maybe')).toEqual(ALL_UNITS)
  expect(read(`query=${'x'.repeat(100)}`).query).toHaveLength(64)
})

it('asks the server for what is set', () => {
  expect(unitsRequest({ ...ALL_UNITS, query: ' yun ' })).toEqual({
    query: 'yun',
    sort: 'name',
    descending: false,
    page: 1,
    size: 30,
  })
  expect(unitsRequest({ ...ALL_UNITS, state: 'suspended' })).toMatchObject({ state: 'suspended' })
})
