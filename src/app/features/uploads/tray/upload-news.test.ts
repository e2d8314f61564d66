import { describe, expect, it } from 'vitest'
import type { UploadItem, UploadState } from '../../../platform/upload.ts'
import { hasEnded, newsBetween } from './upload-news.ts'
import { sumUploads } from './upload-sum.ts'

const done: UploadState = { phase: 'done', file: null }
const waiting: UploadState = { phase: 'waiting' }
const needed: UploadState = { phase: 'needs-file', why: 'gone' }
const paused: UploadState = { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 }
const failed: UploadState = {
  phase: 'failed',
  failure: { kind: 'uploaderror', code: 'storage.too_large', status: 0, message: '' },
}
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
