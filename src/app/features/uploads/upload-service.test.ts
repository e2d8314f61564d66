import { beforeEach, expect, it } from 'vitest'
import {
  isUnderWay,
  type UploadFailure,
  type UploadChanges,
  type UploadItem,
  type UploadState,
} from '../../platform/upload.ts'
import { errorStatus } from '../../../../contract/errors.ts'
import { applyChanges, NO_FILE, warningOf } from './upload-service.ts'

const waiting: UploadState = { phase: 'waiting' }
const done: UploadState = { phase: 'done', file: null }
const item = (id: string, state: UploadState = waiting): UploadItem => ({
  id,
  kind: 'file',
  name: id,
  size: 1,
  folderId: null,
  path: [],
  kept: true,
  state,
})

let items: UploadItem[]
const ids = () => items.map(({ id }) => id)
const apply = (changes: UploadChanges, whole = false) => void (items = applyChanges(items, changes, whole))

beforeEach(() => {
  items = []
  apply({ items: ['a', 'b', 'c'].map((id) => item(id)), removed: [], order: ['a', 'b', 'c'] })
})

it('takes over what is new, gone, or another now', () => {
  apply({ items: [item('b', done)], removed: ['c'], order: null })
  expect(ids()).toEqual(['a', 'b'])
  expect(items[1]?.state).toEqual(done)
})

it('follows the order of the queue; what it does not name has ended before', () => {
  apply({ items: [item('a', done), item('d')], removed: [], order: ['d', 'c', 'b'] })
  expect(ids()).toEqual(['a', 'd', 'c', 'b'])
})

it('lets go of what a whole list does not name, unless it has ended', () => {
  apply({ items: [item('a', done)], removed: [], order: null })
  apply({ items: [item('c')], removed: [], order: ['c'] }, true)
  expect(ids()).toEqual(['a', 'c'])
})

it('knows what is under way', () => {
  const sending: UploadState = {
    phase: 'sending',
    md5: 'm',
    sent: 1,
    speed: null,
    secondsLeft: null,
    stall: null,
  }
  const standing = { during: 'sending', hashed: 1, sent: 1 } as const
  const moving: UploadState[] = [waiting, sending, { phase: 'offline', ...standing }]
  const still: UploadState[] = [done, { phase: 'paused', ...standing }, { phase: 'needs-file', why: 'gone' }]
  expect(moving.map((state) => isUnderWay({ state }))).toEqual([true, true, true])
  expect(still.map((state) => isUnderWay({ state }))).toEqual([false, false, false])
})

it('words a failure as status and message in each language', () => {
  const code = 'storage.chunk_count'
  const found: UploadFailure = { kind: 'chunkmerge', code, status: 400, message: code }
  expect(warningOf('zh-CN', found)).toBe('400：分片数量不正常')
  expect(warningOf('en', found)).toBe('400：The number of chunks is not right')
  expect(warningOf('en', { ...found, message: '数量|||Count' })).toBe('400：Count')
})

it('says Not find file as the specification does', () => {
  expect(warningOf('en', NO_FILE)).toBe(`${errorStatus('storage.file_missing')}：Not find file`)
})
