import { describe, expect, it } from 'vitest'
import { describeLabel, labelByKey } from './chart-data.ts'

const data = {
  labels: ['Sep', 'Oct'],
  series: [
    { name: 'Teachers', values: [1820, null] },
    { name: 'Parents', values: [960, 1480] },
  ],
}

describe('what is announced of a label', () => {
  it.each([
    ['line', 0, 'Sep: Teachers 1820, Parents 960'],
    ['stacked', 1, 'Oct: Teachers –, Parents 1480'],
    ['pie', 0, 'Sep: Teachers 1820'],
  ] as const)('of a %s', (kind, index, expected) => {
    expect(describeLabel(kind, data, index, String)).toBe(expected)
  })
})

it.each([
  ['ArrowRight', null, 0],
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 2],
  ['ArrowLeft', null, 2],
  ['ArrowLeft', 1, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Escape', 1, null],
  ['Escape', null, undefined],
  ['Tab', 1, undefined],
])('%s leads from %s to %s', (key, from, to) => {
  expect(labelByKey(key, from, 3)).toBe(to)
})
