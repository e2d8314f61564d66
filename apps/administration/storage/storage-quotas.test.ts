import { describe, expect, it } from 'vitest'
import { QUOTA_MAX } from '../../../contract/limits.ts'
import { parseQuota, quotasForm, showQuota } from './storage-quotas.ts'

const GB = 1024 ** 3
const saved = { unit: null, student: 10 * GB, teacher: 1000, parent: 0, staff: QUOTA_MAX, classes: GB }
const typed = { unit: '', student: '10', teacher: '0', parent: '0', staff: '1000000', classes: '1' }

describe('a quota', () => {
  it.each([
    ['10', 10 * GB],
    [' 0.5 ', GB / 2],
    ['0', 0],
    ['１０．５', 10.5 * GB],
    ['2 GB', 2 * GB],
    ['1000000', QUOTA_MAX],
    ['', null],
    ['  ', null],
  ])('typed as "%s" is %s bytes', (text, bytes) => {
    expect(parseQuota(text)).toBe(bytes)
  })

  it.each(['-1', '1e3', 'ten', '1,5', '0.1234', '1000000.001', '9999999', '10 TB', '∞'])(
    'is not what "%s" says',
    (text) => {
      expect(parseQuota(text)).toBeUndefined()
    },
  )

  it.each(['0.1', '0.001', '10', '123.456', '1000000', ''])('is shown as it was typed: "%s"', (text) => {
    expect(showQuota(parseQuota(text) ?? null)).toBe(text)
  })
})

describe('the form of quotas', () => {
  it('names every field that is not right, in its order', () => {
    expect(quotasForm(saved).safeParse({ ...typed, staff: 'x', unit: '-1' }).error?.issues).toMatchObject([
      { path: ['unit'], message: 'field.gigabytes' },
      { path: ['staff'], message: 'field.gigabytes' },
    ])
  })

  it('leaves what was not touched as it was, to the byte, and reads what was', () => {
    expect(quotasForm(saved).parse(typed)).toEqual(saved)
    expect(quotasForm(saved).parse({ ...typed, unit: '2', teacher: '1', staff: '' })).toEqual({
      ...saved,
      unit: 2 * GB,
      teacher: GB,
      staff: null,
    })
  })
})
