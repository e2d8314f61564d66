import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredFile } from '../../../../contract/endpoints/storage/storage.ts'
import { type ApiServer, sendJson, startApiServer } from '../../../../tests/support/fakes/api-server.ts'
import { errorText } from '../../../../contract/error-texts.ts'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { transport } from '../../core/api/call.ts'
import { type AcceptedUpload, uploadQueued, uploadSingle } from './single-upload.ts'
import type { SingleUpload } from '../../micro-apps/upload-types.ts'
import type { UploadItem, UploadState } from '../../platform/upload.ts'
import { createObservable } from '../../core/state/observable.ts'

describe('uploadSingle', () => {
  const MD5 = '900150983cd24fb0d6963f7d28e17f72'
  const stored: StoredFile = {
    id: 'f1',
    name: 'abc.txt',
    size: 3,
    md5: MD5,
    type: 'text/plain',
    folderId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
  const never = new AbortController().signal

  let server: ApiServer
  let seen: string[]
  let large: AcceptedUpload[]
  let answer: object

  beforeEach(async () => {
    seen = []
    large = []
    answer = { status: 200, code: 'ok', message: '', data: stored }
    server = await startApiServer((_, response, body) => {
      seen.push(body.toString('latin1'))
      sendJson(response, answer)
    })
  })

  afterEach(() => server.close())

  function send(upload: SingleUpload, signal = never): Promise<StoredFile> {
    return uploadSingle(signal, upload, async (_, accepted) => {
      large.push(accepted)
      return stored
    })
  }

  it('sends a small file whole, with its MD5 and its place, and gives what the server stored', async () => {
    const file = new File(['abc'], 'abc.csv')
    expect(await send({ file, folderId: 'folder', maxSize: 3, types: ['csv'] })).toEqual(stored)
    expect(seen).toHaveLength(1)
    for (const [name, value] of Object.entries({ serverid: 'base', folderId: 'folder', name: 'abc.csv', md5: MD5 }))
      expect(seen[0]).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
    expect(seen[0]).toMatch(/name="file"; filename="abc.csv"[^]*\r\n\r\nabc\r\n/)
    expect(large).toEqual([])
  })

  it('leaves a file of more than a chunk to whoever sends such', async () => {
    const file = new File([new Uint8Array(CHUNK_SIZE + 1)], 'large.zip')
    await send({ file, serverid: 'homework' })
    expect(large).toEqual([{ file, serverid: 'homework' }])
    expect(seen).toEqual([])
    await send({ file: new File([new Uint8Array(CHUNK_SIZE)], 'whole.zip') })
    expect(seen).toHaveLength(1)
  })

  it.each<[string, SingleUpload, string]>([
    ['no file', { file: null }, 'storage.file_missing'],
    ['one byte above the limit', { file: new File(['abcd'], 'a.csv'), maxSize: 3 }, 'storage.too_large'],
    ['a blocked type', { file: new File(['x'], 'a.exe'), types: ['exe'] }, 'storage.type_blocked'],
    [
      'a type that was not asked for',
      { file: new File(['x'], 'a.csv'), types: ['png', 'jpg'] },
      'storage.type_blocked',
    ],
    ['a name that leads out', { file: new File(['x'], '..\\a.csv') }, 'storage.name_invalid'],
  ])('refuses %s before anything is sent', async (_, upload, code) => {
    await expect(send(upload)).rejects.toMatchObject({ name: 'PortalError', code })
    expect(seen).toEqual([])
  })

  it('has the specification’s words for no file and for one that is too large', () => {
    expect(errorText('storage.file_missing', 'en')).toBe('Not find file')
    expect(errorText('storage.too_large', 'en')).toBe('File size exceeds limit')
    expect(errorText('storage.too_large', 'zh-CN')).toBe('文件大小超过限制')
  })

  it('rejects with the server’s code, and with codes of its own where the server has none', async () => {
    const file = new File(['abc'], 'abc.csv')
    answer = { status: 415, code: 'storage.type_blocked', message: '' }
    await expect(send({ file })).rejects.toMatchObject({ name: 'PortalError', code: 'storage.type_blocked' })
    answer = { status: 418, code: 'a.stranger', message: '' }
    await expect(send({ file })).rejects.toMatchObject({ name: 'PortalError', code: 'server.internal' })
    answer = { status: 200, code: 'ok', message: '', data: { id: 'f1' } }
    await expect(send({ file })).rejects.toMatchObject({ name: 'PortalError', code: 'network.answer' })
    transport.origin = 'http://127.0.0.1:9'
    await expect(send({ file })).rejects.toMatchObject({ name: 'PortalError', code: 'network.failed' })
  })

  it('ends with the signal’s reason', async () => {
    const reason = new Error('enough')
    await expect(send({ file: new File(['abc'], 'abc.csv') }, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(seen).toEqual([])
  })
})

describe('uploadQueued', () => {
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
})
