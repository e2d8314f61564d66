import { describe, expect, it } from 'vitest'
import { readExpiry } from './expiry.ts'

const NOW = new Date('2026-11-21T00:00:00Z')
const DAY = 86_400_000
const at = (days: number, code = String(days)) => ({
  code,
  name: code,
  endTime: new Date(NOW.getTime() + days * DAY).toISOString(),
})
const statuses = (list: unknown) => readExpiry(JSON.stringify(list), NOW).map(({ code, status }) => [code, status])

describe('the modules of an expiry message', () => {
  it('are expired, about to expire within 90 days, or in use, in this order and each by its end', () => {
    expect(statuses([at(200), at(90), at(-1), at(91), at(1), at(-30)])).toEqual([
      ['-30', 3],
      ['-1', 3],
      ['1', 2],
      ['90', 2],
      ['91', 1],
      ['200', 1],
    ])
  })

  it('that end this very moment have not expired', () => {
    expect(statuses([at(0)])).toEqual([['0', 2]])
  })

  it('change at the millisecond, whatever the reader’s clock does on the day', () => {
    const ends = [-1, 0, 90 * DAY, 90 * DAY + 1]
    // The days on which clocks in America and Europe change, the leap day and the turn of a year.
    for (const now of [
      '2026-03-08T07:00:00Z',
      '2026-10-25T01:00:00Z',
      '2028-02-29T10:00:00Z',
      '2026-12-31T23:59:59Z',
    ]) {
      const list = ends.map((ahead) => ({
        code: String(ahead),
        name: '',
        endTime: new Date(Date.parse(now) + ahead).toISOString(),
      }))
      expect(readExpiry(JSON.stringify(list), new Date(now)).map(({ status }) => status)).toEqual([3, 2, 2, 1])
    }
  })

  it('are none when the message is damaged or carries none', () => {
    for (const content of [null, '', '{', '{}', '[{"code": 1}]', 'null']) expect(readExpiry(content, NOW)).toEqual([])
    expect(statuses([{ code: 'x', name: 'x', endTime: 'soon' }])).toEqual([])
  })
})
