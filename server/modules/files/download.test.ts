import { describe, expect, it } from 'vitest'
import { parseRange } from './download.ts'

const whole = { kind: 'whole' }
const outside = { kind: 'outside' }
const part = (start: number, end: number) => ({ kind: 'part', start, end })

describe('parseRange of a file of 100 bytes', () => {
  it.each([
    [undefined, whole],
    ['bytes=0-', part(0, 99)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=10-19', part(10, 19)],
    ['bytes=90-200', part(90, 99)],
    ['bytes=99-', part(99, 99)],
    ['bytes=-1', part(99, 99)],
    ['bytes=-500', part(0, 99)],
    ['Bytes= 1 - 2 ', part(1, 2)],
    ['bytes=100-', outside],
    ['bytes=100-200', outside],
    ['bytes=-0', outside],
    ['bytes=20-10', whole],
    ['bytes=0-1,5-6', whole],
    ['bytes=-', whole],
    ['bytes=a-b', whole],
    ['items=0-1', whole],
    ['', whole],
  ])('reads %j', (header, wanted) => {
    expect(parseRange(header, 100)).toEqual(wanted)
  })

  it('has no part to give of an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toEqual(outside)
    expect(parseRange('bytes=-5', 0)).toEqual(outside)
    expect(parseRange(undefined, 0)).toEqual(whole)
  })
})
