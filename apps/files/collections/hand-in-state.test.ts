import { describe, expect, it } from 'vitest'
import { minutesOf, momentOf } from '../../../contract/rules/zoned-time.ts'
import { fieldsOf, stateOf } from './hand-in-state.ts'

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

it('a moment fills the fields by the clock of its time zone, also just before midnight', () => {
  const at = Date.parse('2026-03-02T15:59:00Z')
  expect(fieldsOf(at, 'Asia/Shanghai')).toEqual({ date: '2026-03-02', time: '23:59' })
  expect(fieldsOf(at + 60_000, 'Asia/Shanghai')).toEqual({ date: '2026-03-03', time: '00:00' })
  expect(fieldsOf(at, 'America/New_York')).toEqual({ date: '2026-03-02', time: '10:59' })
  expect(momentOf({ date: '2026-03-02', minutes: minutesOf('23:59') }, 'Asia/Shanghai')).toBe(at)
})
