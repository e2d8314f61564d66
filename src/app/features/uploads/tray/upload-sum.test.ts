import { describe, expect, it } from 'vitest'
import type { UploadState } from '../../../platform/upload.ts'
import { filesLeft, sumUploads, titlePrefix } from './upload-sum.ts'

const pace = { speed: 10, secondsLeft: 5 }
const sending = (sent: number, speed: number | null = 10): UploadState => ({
  phase: 'sending',
  md5: '',
  sent,
  speed,
  secondsLeft: 5,
  stall: null,
})
const done: UploadState = { phase: 'done', file: null }
const paused: UploadState = { phase: 'paused', during: 'sending', hashed: 100, sent: 25 }
const failed: UploadState = {
  phase: 'failed',
  failure: { kind: 'uploaderror', code: 'storage.too_large', status: 0, message: '' },
}
const sumOf = (...states: UploadState[]) => sumUploads(states.map((state) => ({ size: 100, state })))

describe('sumUploads', () => {
  it('counts what gets on apart from what waits for a person', () => {
    const sum = sumOf(
      { phase: 'waiting' },
      { phase: 'hashing', hashed: 0, ...pace },
      { phase: 'offline', during: 'sending', hashed: 100, sent: 50 },
      paused,
      failed,
      { phase: 'needs-file', why: 'gone' },
      done,
    )
    expect(sum).toMatchObject({ total: 7, done: 1, active: 3, offline: 1, paused: 1, failed: 1, needing: 1 })
  })

  it('estimates by the bytes that are left and the speed of all that are sent', () => {
    const items = [
      { size: 100, state: sending(40, 10) },
      { size: 100, state: sending(0, 30) },
      { size: 40, state: { phase: 'waiting' } as const },
      { size: 1000, state: done },
      { size: 1000, state: paused },
    ]
    expect(sumUploads(items)).toMatchObject({ speed: 40, secondsLeft: 200 / 40 })
  })

  it('takes reading a file neither for speed nor for progress', () => {
    const sum = sumOf({ phase: 'hashing', hashed: 50, ...pace })
    expect(sum).toMatchObject({ speed: null, secondsLeft: null, fraction: 0 })
  })

  it('tells how much of all is there, and leaves out what will not come', () => {
    expect(sumOf(done, sending(40), paused, failed).fraction).toBeCloseTo(165 / 300)
    expect(sumOf({ phase: 'merging', md5: '', stall: null }).fraction).toBe(1)
  })

  it('never divides by nothing', () => {
    expect(sumUploads([]).fraction).toBe(0)
    expect(sumOf(failed).fraction).toBe(0)
    const empty = [done, { phase: 'waiting' } as const].map((state) => ({ size: 0, state }))
    expect(sumUploads(empty).fraction).toBe(0.5)
  })
})

describe('title and badge', () => {
  it('say how far it is while something is under way', () => {
    expect(titlePrefix(sumOf(done, sending(99.9)))).toBe('(99%) ')
    expect(filesLeft(sumOf(done, sending(0), paused))).toBe(2)
  })

  it('say nothing when nothing moves', () => {
    expect(titlePrefix(sumOf(paused, failed))).toBe('')
    expect(filesLeft(sumOf(done))).toBe(0)
  })
})
