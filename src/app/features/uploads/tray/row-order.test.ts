import { expect, it } from 'vitest'
import type { UploadItem, UploadState } from '../../../platform/upload.ts'
import { orderRows, placeBefore, waitingIds } from './row-order.ts'

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
  expect(placeBefore(ids, 'b', 'earlier')).toBe('a')
  expect(placeBefore(ids, 'a', 'later')).toBe('c')
  expect(placeBefore(ids, 'b', 'later')).toBeNull()
})

it('goes nowhere beyond the ends', () => {
  expect(placeBefore(['a', 'b'], 'a', 'earlier')).toBeUndefined()
  expect(placeBefore(['a', 'b'], 'b', 'later')).toBeUndefined()
  expect(placeBefore(['a', 'b'], 'gone', 'earlier')).toBeUndefined()
})
