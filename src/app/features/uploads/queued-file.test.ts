import { beforeEach, expect, it } from 'vitest'
import type { StoredFile } from '../../../../contract/endpoints/storage.ts'
import type { UploadItem, UploadState } from '../../platform/upload.ts'
import { createObservable } from '../../core/state/observable.ts'
import { uploadQueued } from './queued-file.ts'

const file = new File([new Uint8Array(3)], 'a.bin')
const stored: StoredFile = {
  id: 'f1',
  name: 'a.bin',
  size: 3,
  md5: '900150983cd24fb0d6963f7d28e17f72',
  type: 'application/octet-stream',
  folderId: 'folder-1',
  createdAt: '2026-01-01T00:00:00.000Z',
}

let items: ReturnType<typeof createObservable<readonly UploadItem[]>>
let added: unknown[]
let aborted: string[]
let caller: AbortController
let ending: Promise<StoredFile>

function list(state: UploadState): void {
  items.set([{ id: 'u1', kind: 'file', name: 'a.bin', size: 3, folderId: null, path: [], kept: false, state }])
}

beforeEach(() => {
  items = createObservable<readonly UploadItem[]>([])
  added = []
  aborted = []
  caller = new AbortController()
  const queue = {
    items,
    add: (files: readonly File[], target: object) => {
      added.push(...files, target)
      return ['u1']
    },
    abort: (ids: readonly string[]) => void aborted.push(...ids),
  }
  ending = uploadQueued(queue, caller.signal, { file, folderId: 'folder-1', serverid: 'base' })
  ending.catch(() => {})
})

it('resolves with the stored file once its upload is done', async () => {
  expect(added).toEqual([file, { folderId: 'folder-1', serverid: 'base' }])
  list({ phase: 'waiting' })
  list({ phase: 'done', file: stored })
  expect(await ending).toEqual(stored)
})

it('rejects with the code of what ended the upload, its own or that of a foreign server', async () => {
  const failure = { kind: 'checkerror', code: 'storage.quota_person', status: 507, message: '满|||full' } as const
  list({ phase: 'failed', failure })
  await expect(ending).rejects.toMatchObject({ code: 'storage.quota_person', cause: failure })
})

it('rejects with a code that has a text when the server has one of its own', async () => {
  list({ phase: 'failed', failure: { kind: 'uploaderror', code: 'E77', status: 500, message: '坏|||bad' } })
  await expect(ending).rejects.toMatchObject({ code: 'server.internal' })
})

it('takes the file off the queue when the caller has changed its mind', async () => {
  list({ phase: 'waiting' })
  caller.abort(new Error('changed my mind'))
  await expect(ending).rejects.toThrow('changed my mind')
  expect(aborted).toEqual(['u1'])
})

it('rejects when somebody else takes it off', async () => {
  list({ phase: 'waiting' })
  items.set([])
  await expect(ending).rejects.toMatchObject({ name: 'AbortError' })
})
