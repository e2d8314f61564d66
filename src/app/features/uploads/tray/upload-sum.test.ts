import { describe, expect, it } from 'vitest'
import type { UploadItem, UploadState } from '../../../platform/upload.ts'
import { filesLeft, hasEnded, newsBetween, sumUploads, titlePrefix } from './upload-sum.ts'

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

const waiting: UploadState = { phase: 'waiting' }
const needed: UploadState = { phase: 'needs-file', why: 'gone' }
const list = (...states: UploadState[]): UploadItem[] =>
  states.map((state, at) => ({
    id: String(at),
    kind: 'file',
    name: `${at}.md`,
    size: 1,
    folderId: null,
    path: [],
    kept: true,
    state,
  }))

describe('newsBetween', () => {
  it('is told once all are done, and not for each of many', () => {
    expect(newsBetween(list(waiting, waiting), list(done, waiting))).toBeNull()
    expect(newsBetween(list(done, waiting), list(done, done))).toEqual({ kind: 'done', name: '1.md', count: 2 })
    expect(newsBetween(list(done, done), list(done, done))).toBeNull()
  })

  it('puts what a person has to do before anything else', () => {
    expect(newsBetween(list(waiting, waiting), list(failed, done))).toEqual({ kind: 'failed', name: '0.md' })
    expect(newsBetween(list(waiting, waiting), list(failed, needed))).toEqual({ kind: 'needed', name: '1.md' })
    expect(newsBetween(list(failed, needed), list(failed, needed))).toBeNull()
  })

  it('hears of what another visit left for a person', () => {
    expect(newsBetween([], list(needed))).toEqual({ kind: 'needed', name: '0.md' })
  })
})

describe('hasEnded', () => {
  const ended = (before: UploadItem[], now: UploadItem[]): boolean => hasEnded(sumUploads(before), sumUploads(now))

  it('is true when nothing is under way any more, for better or worse', () => {
    expect(ended(list(done, waiting), list(done, done))).toBe(true)
    expect(ended(list(done, waiting), list(done, failed))).toBe(true)
    expect(ended(list(waiting), list(needed))).toBe(true)
  })

  it('is false while something goes on, and after what a person did', () => {
    expect(ended(list(waiting, waiting), list(done, waiting))).toBe(false)
    expect(ended(list(done, waiting), list(done, paused))).toBe(false)
    expect(ended(list(done, waiting), list(done))).toBe(false)
    expect(ended(list(done), list(done))).toBe(false)
  })
})
