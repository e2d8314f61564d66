import { expect, it } from 'vitest'
import { countTrailFilters, eventsRequest, EVERYTHING, readTrailQuery, writeTrailQuery } from './trail-query.ts'

it('is in the address, without what is wrong there', () => {
  const query = { ...EVERYTHING, text: 'a b', kind: 'refused', from: '2026-11-01' } as const
  expect(readTrailQuery(new URLSearchParams(writeTrailQuery(query)))).toEqual(query)
  expect(writeTrailQuery(EVERYTHING)).toBe('')
  expect(readTrailQuery(new URLSearchParams('kind=other&from=2026-13-01&actor=%20&action=a%20b'))).toEqual(EVERYTHING)
  expect(readTrailQuery(new URLSearchParams({ text: 'x'.repeat(99) })).text).toHaveLength(64)
})

it('asks for whole days', () => {
  const request = eventsRequest({ ...EVERYTHING, text: '  ', from: '2026-11-01', to: '2026-11-30' })
  expect(request).toEqual({
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 11, 1).toISOString(),
  })
})

it('counts what is set besides the search', () => {
  expect(countTrailFilters({ ...EVERYTHING, text: 'a' })).toBe(0)
  expect(countTrailFilters({ ...EVERYTHING, kind: 'command', to: '2026-11-30' })).toBe(2)
})
