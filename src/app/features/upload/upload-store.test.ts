import { beforeEach, expect, it } from 'vitest'
import type { UploadItem, UploadState } from '../../bridges/upload.ts'
import { applyChanges, isUnderWay } from './upload-store.ts'

const waiting: UploadState = { phase: 'waiting' }
const done: UploadState = { phase: 'done', file: null }
const item = (id: string, state: UploadState = waiting): UploadItem => ({
  ...{ id, kind: 'file', name: id, size: 1, folderId: null, path: [], kept: true },
  state,
})

let store: { items: UploadItem[] }
const ids = () => store.items.map(({ id }) => id)

beforeEach(() => {
  store = { items: [] }
  applyChanges(store, { items: ['a', 'b', 'c'].map((id) => item(id)), removed: [], order: ['a', 'b', 'c'] }, false)
})

it('takes over what is new, gone, or another now', () => {
  applyChanges(store, { items: [item('b', done)], removed: ['c'], order: null }, false)
  expect(ids()).toEqual(['a', 'b'])
  expect(store.items[1]?.state).toEqual(done)
})

it('follows the order of the queue; what it does not name has ended before', () => {
  applyChanges(store, { items: [item('a', done), item('d')], removed: [], order: ['d', 'c', 'b'] }, false)
  expect(ids()).toEqual(['a', 'd', 'c', 'b'])
})

it('lets go of what a whole list does not name, unless it has ended', () => {
  applyChanges(store, { items: [item('a', done)], removed: [], order: null }, false)
  applyChanges(store, { items: [item('c')], removed: [], order: ['c'] }, true)
  expect(ids()).toEqual(['a', 'c'])
})

it('knows what is under way', () => {
  const sending: UploadState = { phase: 'sending', md5: 'm', sent: 1, speed: null, secondsLeft: null, stall: null }
  const standing = { during: 'sending', hashed: 1, sent: 1 } as const
  const moving: UploadState[] = [waiting, sending, { phase: 'offline', ...standing }]
  const still: UploadState[] = [done, { phase: 'paused', ...standing }, { phase: 'needs-file', why: 'gone' }]
  expect(moving.map((state) => isUnderWay({ state }))).toEqual([true, true, true])
  expect(still.map((state) => isUnderWay({ state }))).toEqual([false, false, false])
})
