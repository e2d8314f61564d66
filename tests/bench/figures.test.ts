import { describe, expect, it } from 'vitest'
import { compare, limit, median, show } from './figures.ts'
import { tableOf } from './table.ts'

describe('compare', () => {
  it('judges the ratio, not the figure', () => {
    const figure = compare('first paint', 'ms', { ours: 360, reference: 300 }, { atMost: 1.2 })
    expect(figure).toEqual({
      what: 'first paint',
      ours: '360 ms',
      reference: '300 ms',
      ratio: '1.20',
      target: '≤ 1.2×',
      verdict: 'ok',
    })
    expect(compare('', 'ms', { ours: 361, reference: 300 }, { atMost: 1.2 }).verdict).toBe('over')
    expect(compare('', 'MB/s', { ours: 400, reference: 800 }, { atLeast: 0.5 }).verdict).toBe('ok')
    expect(compare('', 'MB/s', { ours: 399, reference: 800 }, { atLeast: 0.5 }).verdict).toBe('over')
  })

  it('is over when ours never came, and when there is nothing to compare with', () => {
    expect(compare('', 'ms', { ours: null, reference: 300 }, { atMost: 2 })).toMatchObject({
      ours: '-',
      verdict: 'over',
    })
    expect(compare('', 'ms', { ours: 300, reference: null }, { atMost: 2 })).toMatchObject({
      ratio: '-',
      verdict: 'over',
    })
  })
})

describe('limit', () => {
  it('judges the figure itself and only shows the reference', () => {
    expect(limit('requests', '', { ours: 7, reference: 3 }, { atMost: 7 })).toMatchObject({
      ours: '7',
      reference: '3',
      ratio: '2.33',
      target: '≤ 7',
      verdict: 'ok',
    })
    expect(limit('calls', '/s', { ours: 4999.9 }, { atLeast: 5000 })).toMatchObject({
      target: '≥ 5,000/s',
      verdict: 'over',
    })
  })
})

it('shows a figure without a target without judging it', () => {
  expect(show('memory', 'MB', { ours: 90.4 })).toMatchObject({ ours: '90 MB', reference: '-', target: '', verdict: '' })
})

it('takes the middle of what came', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([null, 7, null])).toBe(7)
  expect(median([null])).toBeNull()
  expect(median([])).toBeNull()
})

it('draws columns that line up', () => {
  const table = tableOf([show('a', 'ms', { ours: 1 }), limit('longer', 'kB', { ours: 12.25 }, { atMost: 10 })])
  const lines = table.split('\n')
  expect(new Set(lines.map((line) => line.length)).size).toBe(1)
  expect(lines[0]).toMatch(/^what +│ +ours │ +reference │ +ratio │ +target │ ok\/over$/)
  expect(lines.at(-1)).toMatch(/^longer │ 12\.3 kB │.*│ ≤ 10 kB │ over +$/)
})
