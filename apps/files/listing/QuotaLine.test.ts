import { expect, it } from 'vitest'
import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { uploadProgressKey } from './QuotaLine.tsx'

type Item = PortalUpload['items']['current'][number]

const DONE: Item['state'] = { phase: 'done', file: null }
const FAILED: Item['state'] = {
  phase: 'failed',
  failure: { kind: 'uploaderror', code: 'network.timeout', status: 0, message: '' },
}
const list = (...states: Item['state'][]): Item[] =>
  states.map((state, index) => ({
    id: `u${index}`,
    kind: 'file',
    name: 'a.pdf',
    size: 1,
    folderId: null,
    path: [],
    kept: true,
    state,
  }))

it('changes when the first upload begins, and when the last one is through', () => {
  const waiting = list(DONE, { phase: 'waiting' })
  expect(uploadProgressKey(waiting)).not.toBe(uploadProgressKey(list(DONE)))
  expect(uploadProgressKey(list(DONE, DONE))).not.toBe(uploadProgressKey(waiting))
})

it('does not change with each file of many', () => {
  const hashing = list(DONE, { phase: 'waiting' }, { phase: 'waiting' })
  expect(uploadProgressKey(hashing)).toBe(uploadProgressKey(list(DONE, DONE, { phase: 'waiting' })))
})

it('changes with each failure, also while others are under way', () => {
  const failed = list(FAILED, { phase: 'waiting' })
  expect(uploadProgressKey(failed)).not.toBe(uploadProgressKey(list({ phase: 'waiting' }, { phase: 'waiting' })))
})

it('changes when a file is done before the first notification about it', () => {
  expect(uploadProgressKey(list(DONE))).not.toBe(uploadProgressKey([]))
  expect(uploadProgressKey(list(DONE, DONE))).not.toBe(uploadProgressKey(list(DONE)))
})

it('changes when a file is done while another one waits to be chosen again', () => {
  const missing: Item['state'] = { phase: 'needs-file', why: 'gone' }
  expect(uploadProgressKey(list(missing, DONE))).not.toBe(uploadProgressKey(list(missing)))
})
