import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readRecord, wrapRecord, type StoredShape } from './stored-record.ts'

const shape: StoredShape<{ codes: string[] }> = {
  version: 3,
  schema: z.object({ codes: z.array(z.string()) }),
  migrations: {
    1: (old) => String(old).split(','),
    2: (old) => ({ codes: old }),
  },
}

describe('a stored record', () => {
  test('comes back as it was kept', () => {
    expect(readRecord(shape, wrapRecord(shape.version, { codes: ['files'] }))).toEqual({ codes: ['files'] })
  })

  test('of an old version goes through each upgrade in order', () => {
    expect(readRecord(shape, { version: 1, value: 'files,roster' })).toEqual({ codes: ['files', 'roster'] })
    expect(readRecord(shape, { version: 2, value: ['files'] })).toEqual({ codes: ['files'] })
  })

  test.each([
    ['missing', undefined],
    ['damaged', 'nonsense'],
    ['newer than this portal', { version: 4, value: { codes: [] } }],
    ['older than the first upgrade', { version: 0, value: {} }],
    ['of a broken version number', { version: Number.NaN, value: { codes: [] } }],
    ['of the wrong shape', { version: 3, value: { codes: [1] } }],
    ['not upgradable to the right shape', { version: 2, value: { not: 'a list' } }],
  ])('that is %s is not used', (_, stored) => {
    expect(readRecord(shape, stored)).toBeUndefined()
  })

  test('whose upgrade throws is not used', () => {
    const failing = {
      ...shape,
      migrations: {
        2: () => {
          throw new Error('cannot')
        },
      },
    }
    expect(readRecord(failing, { version: 2, value: [] })).toBeUndefined()
  })
})
