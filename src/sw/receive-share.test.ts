import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { INCOMING_FILES_LIFE, SHARED_BYTES_MAX, SHARED_FILES_MAX } from '../../contract/limits.ts'
import { keepIncomingFiles, openIncomingFiles } from '../workers/incoming-files/incoming-store.ts'
import { readSharedFiles, receiveShare } from './receive-share.ts'

// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

function formOf(...files: File[]): FormData {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  return form
}

const posted = (form: FormData) => new Request('https://school.example/share-target', { method: 'POST', body: form })

async function kept(): Promise<unknown[]> {
  const database = await openIncomingFiles()
  const records = await database.getAll('arrivals')
  database.close()
  return records
}

describe('a shared form', () => {
  test('gives its files, and nothing of its texts', () => {
    const form = formOf(new File(['a'], 'a.jpg'), new File([''], 'empty.pdf'))
    form.append('files', 'a text')
    form.append('title', 'a title')
    const { files, left } = readSharedFiles(form)
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['a.jpg', 1],
      ['empty.pdf', 0],
    ])
    expect(left).toBe(0)
  })

  test('without files gives none', () => {
    expect(readSharedFiles(formOf(new File([], '')))).toEqual({ files: [], left: 0 })
  })

  test('gives no more files than are taken at once, and says how many are left', () => {
    const form = formOf(...Array.from({ length: SHARED_FILES_MAX + 3 }, (_, index) => new File(['x'], `${index}.jpg`)))
    const { files, left } = readSharedFiles(form)
    expect(files).toHaveLength(SHARED_FILES_MAX)
    expect(left).toBe(3)
  })

  test('gives no more bytes than are taken at once, but what still fits', () => {
    const large = Object.defineProperty(new File(['x'], 'large.mp4'), 'size', { value: SHARED_BYTES_MAX })
    const form = { getAll: () => [new File(['x'], 'a.jpg'), large, new File(['x'], 'b.jpg')] } as unknown as FormData
    expect(readSharedFiles(form)).toMatchObject({ files: [{ name: 'a.jpg' }, { name: 'b.jpg' }], left: 1 })
  })
})

describe('what is shared', () => {
  test('is kept, and leads to the page that asks about it', async () => {
    const answer = await receiveShare(posted(formOf(new File(['a'], 'a.jpg'))))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/redirect/files')
    expect(await kept()).toMatchObject([{ account: null, left: 0, files: [{ name: 'a.jpg', size: 1 }] }])
  })

  test('is not kept when there is nothing', async () => {
    expect((await receiveShare(posted(formOf()))).status).toBe(303)
    expect(await kept()).toEqual([])
  })

  test('is answered by the server when it cannot be kept', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    const asked = vi.fn<typeof fetch>(async () => new Response('try again', { status: 503 }))
    vi.stubGlobal('fetch', asked)
    expect((await receiveShare(posted(formOf(new File(['a'], 'a.jpg'))))).status).toBe(503)
    expect(asked).toHaveBeenCalledWith('/share-target', { method: 'POST' })
    vi.unstubAllGlobals()
  })

  test('waits for an hour, and no more than five times of it', async () => {
    await keepIncomingFiles({ files: [], left: 1 }, 0)
    for (let at = 1; at <= 6; at++) await keepIncomingFiles({ files: [], left: at + 1 }, INCOMING_FILES_LIFE + at)
    expect((await kept()).map((record) => Object(record).at - INCOMING_FILES_LIFE)).toEqual([2, 3, 4, 5, 6])
    await keepIncomingFiles({ files: [], left: 9 }, 3 * INCOMING_FILES_LIFE)
    expect(await kept()).toMatchObject([{ left: 9 }])
  })
})
