import { describe, expect, it } from 'vitest'
import { fieldsOf, momentOf, stateOf } from './hand-in-state.ts'

const NOW = Date.parse('2026-03-02T08:00:00Z')
const file = (late: boolean) => ({ id: 'x', name: 'a', size: 1, createdAt: '2026-03-01T08:00:00Z', late })

describe('the state of what is asked', () => {
  it.each([
    ['open', [], '2026-03-03T08:00:00Z', null],
    ['overdue', [], '2026-03-01T08:00:00Z', null],
    ['closed', [], '2026-03-03T08:00:00Z', '2026-03-02T07:00:00Z'],
    ['done', [file(false)], '2026-03-01T08:00:00Z', '2026-03-02T07:00:00Z'],
    ['late', [file(false), file(true)], '2026-03-01T08:00:00Z', null],
  ] as const)('is %s', (state, files, dueAt, closedAt) => {
    expect(stateOf({ files: [...files], dueAt, closedAt }, NOW)).toBe(state)
  })
})

it('a moment survives its fields', () => {
  const { date, time } = fieldsOf(new Date(2026, 2, 2, 8, 5))
  expect([date, time]).toEqual(['2026-03-02', '08:05'])
  expect(momentOf(date, time)).toBe(new Date(2026, 2, 2, 8, 5).toISOString())
  expect(momentOf('', time)).toBeNull()
})
