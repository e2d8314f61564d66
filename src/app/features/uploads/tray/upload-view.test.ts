import { describe, expect, it } from 'vitest'
import type { UploadItem, UploadState, UploadState as State } from '../../../platform/upload.ts'
import { canRetry, mainAction, mayHaveSent, orderRows, moveTarget, viewUpload, waitingIds } from './upload-view.ts'

const moving = { speed: 10, secondsLeft: 5 }
const sending = (sent: number, speed: number | null = 10): State => ({
  phase: 'sending',
  md5: '',
  sent,
  speed,
  secondsLeft: 5,
  stall: null,
})
const failed: State = {
  phase: 'failed',
  failure: { kind: 'uploaderror', code: 'client.network', status: 0, message: '' },
}

describe('viewUpload', () => {
  const view = (state: State, size = 100) => viewUpload({ size, state })

  it('fills the bar once while reading and once while sending', () => {
    expect(view({ phase: 'waiting' }).fraction).toBe(0)
    expect(view({ phase: 'hashing', hashed: 25, ...moving }).fraction).toBe(0.25)
    expect(view({ phase: 'checking', md5: '', stall: null }).fraction).toBe(1)
    expect(view(sending(40)).fraction).toBe(0.4)
    expect(view({ phase: 'merging', md5: '', stall: null }).fraction).toBe(1)
    expect(view(failed).fraction).toBeNull()
    expect(view({ phase: 'done', file: null }).fraction).toBe(1)
  })

  it('never divides by the size of an empty file', () => {
    expect(view({ phase: 'hashing', hashed: 0, ...moving }, 0).fraction).toBe(1)
    expect(view(sending(0), 0).fraction).toBe(1)
  })

  it('speaks of speed and time only while something moves', () => {
    expect(view(sending(40))).toMatchObject({ speed: 10, secondsLeft: 5, stall: null })
    const stalled = view({ phase: 'sending', md5: '', sent: 40, ...moving, stall: 'retrying' })
    expect(stalled).toMatchObject({ speed: null, secondsLeft: null, stall: 'retrying' })
  })

  it('keeps the bar where it was when paused', () => {
    expect(view({ phase: 'paused', during: 'hashing', hashed: 30, sent: 0 })).toMatchObject({
      fraction: 0.3,
      sent: null,
    })
    expect(view({ phase: 'paused', during: 'sending', hashed: 100, sent: 60 })).toMatchObject({
      fraction: 0.6,
      sent: 60,
    })
  })
})

describe('canRetry', () => {
  it('is false for what would be refused again', () => {
    expect(canRetry('storage.type_blocked')).toBe(false)
    expect(canRetry('storage.too_large')).toBe(false)
    expect(canRetry('client.network')).toBe(true)
    expect(canRetry('storage.file_mismatch')).toBe(true)
  })
})

describe('what was sent', () => {
  it('is nothing without room, though trying again can help once there is some', () => {
    for (const code of ['storage.quota_person', 'storage.quota_unit']) {
      expect(canRetry(code)).toBe(true)
      expect(mayHaveSent(code)).toBe(false)
    }
    expect(mayHaveSent('client.network')).toBe(true)
    expect(mayHaveSent('storage.type_blocked')).toBe(false)
  })
})

describe('mainAction', () => {
  it('is what helps in each state', () => {
    const standing = { during: 'sending', hashed: 1, sent: 1 } as const
    expect(mainAction({ phase: 'waiting' })).toBe('pause')
    expect(mainAction({ phase: 'offline', ...standing })).toBe('pause')
    expect(mainAction({ phase: 'paused', ...standing })).toBe('resume')
    expect(mainAction(failed)).toBe('retry')
    expect(mainAction({ phase: 'needs-file', why: 'gone' })).toBeNull()
    expect(mainAction({ phase: 'done', file: null })).toBeNull()
  })
})

const item = (id: string, state: UploadState): UploadItem => ({
  id,
  kind: 'file',
  name: id,
  size: 1,
  folderId: null,
  path: [],
  kept: true,
  state,
})

it('puts what needs a person first and what is done last, and keeps the queue between', () => {
  const items = [
    item('done', { phase: 'done', file: null }),
    item('moving', { phase: 'checking', md5: '', stall: null }),
    item('first', { phase: 'waiting' }),
    item('needing', { phase: 'needs-file', why: 'gone' }),
    item('second', { phase: 'waiting' }),
  ]
  expect(orderRows(items).map(({ id }) => id)).toEqual(['needing', 'moving', 'first', 'second', 'done'])
  expect(waitingIds(items)).toEqual(['first', 'second'])
})

it('changes places with the neighbour', () => {
  const ids = ['a', 'b', 'c']
  expect(moveTarget(ids, 'b', 'earlier')).toBe('a')
  expect(moveTarget(ids, 'a', 'later')).toBe('c')
  expect(moveTarget(ids, 'b', 'later')).toBeNull()
})

it('goes nowhere beyond the ends', () => {
  expect(moveTarget(['a', 'b'], 'a', 'earlier')).toBeUndefined()
  expect(moveTarget(['a', 'b'], 'b', 'later')).toBeUndefined()
  expect(moveTarget(['a', 'b'], 'gone', 'earlier')).toBeUndefined()
})
