import { expect, it } from 'vitest'
import type { PortalUpload } from '../../src/app/micro-apps/micro-app.ts'
import { restOfUploads } from './rest-of-uploads.ts'

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
  expect(restOfUploads(waiting)).not.toBe(restOfUploads(list(DONE)))
  expect(restOfUploads(list(DONE, DONE))).not.toBe(restOfUploads(waiting))
})

it('does not change with each file of many', () => {
  const hashing = list(DONE, { phase: 'waiting' }, { phase: 'waiting' })
  expect(restOfUploads(hashing)).toBe(restOfUploads(list(DONE, DONE, { phase: 'waiting' })))
})

it('changes with each failure, also while others are under way', () => {
  const failed = list(FAILED, { phase: 'waiting' })
  expect(restOfUploads(failed)).not.toBe(restOfUploads(list({ phase: 'waiting' }, { phase: 'waiting' })))
})

it('changes when a file is done by the first that is heard of it', () => {
  expect(restOfUploads(list(DONE))).not.toBe(restOfUploads([]))
  expect(restOfUploads(list(DONE, DONE))).not.toBe(restOfUploads(list(DONE)))
})

it('changes when a file is done while another one waits for somebody to choose it', () => {
  const missing: Item['state'] = { phase: 'needs-file', why: 'gone' }
  expect(restOfUploads(list(missing, DONE))).not.toBe(restOfUploads(list(missing)))
})
