import { expect, it } from 'vitest'
import { readListQuery } from '../../../src/app/ui/list/list-query.ts'
import { eventsRequest, trailQuery } from './trail-query.ts'

const requestOf = (address: string) => eventsRequest(readListQuery(trailQuery, new URLSearchParams(address)))

it('asks for everything where the address is wrong', () => {
  expect(requestOf('kind=other&from=2026-13-01&actor=%20&action=a%20b')).toEqual({})
})

it('asks for whole days', () => {
  expect(requestOf('query=%20%20&from=2026-11-01&to=2026-11-30')).toEqual({
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 11, 1).toISOString(),
  })
})
