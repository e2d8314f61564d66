import { describe, expect, it } from 'vitest'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import type { Portal, PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { batch, createFolderStore, followUploadedFolders, listingKey, type FolderStore } from './folder-store.ts'
import { withoutRemoved, type Listing } from './listing.ts'

interface Question {
  name: string
  input: Record<string, unknown>
  answer(value: unknown): Promise<void>
  refuse(code: string): Promise<void>
}

/** A portal whose calls wait until the test answers them, in any order. */
function openStore() {
  const questions: Question[] = []
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const call = ((row: AnyEndpoint, input: Record<string, unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      questions.push({
        name: row.name,
        input,
        answer: (value) => (resolve(value), settle()),
        refuse: (code) => (reject(Object.assign(new Error(code), { code })), settle()),
      })
    })) as Portal['call']
  const store = createFolderStore({ call }, 'zh-CN')
  return { store, questions, last: () => questions.at(-1)! }
}

const moment = '2026-09-01T08:00:00Z'
const file = (id: string, folderId: string | null = null): StoredFile => ({
  id,
  name: `${id}.pdf`,
  size: 1,
  md5: '0'.repeat(32),
  type: 'application/pdf',
  folderId,
  createdAt: moment,
})
const listing = (ids: string[], folderId: string | null = null): Listing => ({
  folderId,
  path: [],
  folders: [],
  files: ids.map((id) => file(id, folderId)),
  next: null,
  totals: null,
})
/** The first or a later page of a folder that has more. */
const page = (ids: string[], next: string | null = `after ${ids.at(-1) ?? ''}`): Listing => ({
  ...listing(ids),
  next,
  totals: { folders: 0, files: 1000, bytes: 1000 },
})

function shownIds({ state }: FolderStore): string[] {
  const known = state.listings[listingKey(state.folderId)]
  if (!known) return []
  const visible = withoutRemoved(known, state.removed)
  return [...visible.folders, ...visible.files].map((item) => item.id)
}

async function openWith(ids: string[]) {
  const opened = openStore()
  const done = opened.store.open(null)
  await opened.last().answer(listing(ids))
  await done
  return opened
}

describe('opening a folder', () => {
  it('asks for the top folder without an id and for others with theirs', () => {
    const { store, questions } = openStore()
    void store.open(null)
    void store.open('f1')
    const order = { by: 'name', descending: false, language: 'zh-CN' }
    expect(questions.map((question) => question.input)).toEqual([order, { ...order, folderId: 'f1' }])
  })

  it('drops the late answer to an earlier question', async () => {
    const { store, questions } = openStore()
    void store.open('slow')
    void store.open('fast')
    await questions[1]!.answer(listing(['b'], 'fast'))
    await questions[0]!.answer(listing(['a'], 'slow'))
    expect(store.state.folderId).toBe('fast')
    expect(store.state.load).toEqual({ phase: 'ready' })
    expect(shownIds(store)).toEqual(['b'])
    expect(store.state.listings['slow']).toBeUndefined()
  })

  it('drops the late failure of an earlier question', async () => {
    const { store, questions } = openStore()
    void store.open('slow')
    void store.open('fast')
    await questions[1]!.answer(listing(['b'], 'fast'))
    await questions[0]!.refuse('client.network')
    expect(store.state.load).toEqual({ phase: 'ready' })
  })

  it('keeps what was known when a refresh fails', async () => {
    const { store, last } = await openWith(['a'])
    void store.refresh()
    await last().refuse('client.network')
    expect(store.state.load).toEqual({ phase: 'failed', code: 'client.network' })
    expect(shownIds(store)).toEqual(['a'])
  })

  it('forgets a folder that no longer exists', async () => {
    const { store, last } = await openWith(['a'])
    void store.refresh()
    await last().refuse('files.folder_not_found')
    expect(shownIds(store)).toEqual([])
  })
})

describe('a folder that comes in pages', () => {
  async function openFirst() {
    const opened = openStore()
    void opened.store.open(null)
    await opened.last().answer(page(['a', 'b']))
    return opened
  }

  it('shows its first page at once, and the next one when it is asked for', async () => {
    const { store, questions, last } = await openFirst()
    expect(shownIds(store)).toEqual(['a', 'b'])
    expect(questions).toHaveLength(1)
    void store.loadMore()
    expect(store.state.more).toEqual({ phase: 'loading' })
    expect(last().input).toMatchObject({ by: 'name', after: 'after b' })
    await last().answer(page(['c'], null))
    expect(shownIds(store)).toEqual(['a', 'b', 'c'])
    expect(store.state.more).toEqual({ phase: 'ready' })
    void store.loadMore()
    expect(questions).toHaveLength(2)
  })

  it('asks for one page at a time', async () => {
    const { store, questions } = await openFirst()
    void store.loadMore()
    void store.loadMore()
    expect(questions).toHaveLength(2)
  })

  it('keeps what it has when a page does not come, and asks for it again', async () => {
    const { store, last } = await openFirst()
    void store.loadMore()
    await last().refuse('client.network')
    expect(store.state.more).toEqual({ phase: 'failed', code: 'client.network' })
    expect(shownIds(store)).toEqual(['a', 'b'])
    void store.loadMore()
    await last().answer(page(['c'], null))
    expect(shownIds(store)).toEqual(['a', 'b', 'c'])
  })

  it('drops a page of another folder', async () => {
    const { store, questions } = await openFirst()
    void store.loadMore()
    void store.open('elsewhere')
    await questions[1]!.answer(page(['c'], null))
    await questions[2]!.answer(listing(['x'], 'elsewhere'))
    expect(shownIds(store)).toEqual(['x'])
    expect(store.state.listings['']?.files.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('does not lose a file that arrives while a page is on its way', async () => {
    const { store, last } = await openFirst()
    void store.loadMore()
    store.addFiles([file('new')])
    await last().answer(page(['c'], null))
    expect(shownIds(store)).toEqual(['a', 'b', 'new', 'c'])
  })

  it('is refreshed as far as it was shown', async () => {
    const { store, questions, last } = await openFirst()
    void store.loadMore()
    await last().answer(page(['c', 'd']))
    void store.refresh()
    await last().answer(page(['a', 'b']))
    expect(shownIds(store)).toEqual(['a', 'b', 'c', 'd'])
    expect(last().input).toMatchObject({ after: 'after b' })
    await last().answer(page(['d', 'e']))
    expect(questions).toHaveLength(4)
    expect(shownIds(store)).toEqual(['a', 'b', 'd', 'e'])
    expect(store.state.load).toEqual({ phase: 'ready' })
  })

  it('begins anew in another order, and goes on in that one', async () => {
    const { store, questions, last } = await openFirst()
    const order = { by: 'size', descending: true, language: 'en' } as const
    store.arrange(order)
    expect(last().input).toEqual(order)
    await last().answer(page(['z', 'y']))
    expect(shownIds(store)).toEqual(['z', 'y'])
    void store.loadMore()
    expect(last().input).toEqual({ ...order, after: 'after y' })
    store.arrange({ ...order })
    expect(questions).toHaveLength(3)
  })

  it('has its list fetched once for a folder that an upload made and that is on a later page', async () => {
    const { store, questions, last } = await openFirst()
    store.noteFolder(null, '课件')
    expect(questions).toHaveLength(2)
    await last().answer(page(['a', 'b']))
    store.noteFolder(null, '课件')
    expect(questions).toHaveLength(2)
    store.noteFolder(null, '图')
    expect(questions).toHaveLength(3)
  })
})

describe('a folder that has come whole', () => {
  it('is put into another order without a question', async () => {
    const { store, questions } = await openWith(['a', 'b'])
    store.arrange({ by: 'date', descending: false, language: 'zh-CN' })
    expect(questions).toHaveLength(1)
    void store.open('next')
    expect(questions[1]?.input).toMatchObject({ by: 'date', folderId: 'next' })
  })
})

describe('an uploaded file', () => {
  it('appears at once and is pointed out', async () => {
    const { store } = await openWith(['a'])
    store.addFiles([file('b')])
    expect(shownIds(store)).toEqual(['a', 'b'])
    expect(store.state.fresh).toEqual({ b: true })
  })

  it('is kept as it is, and those beside it too, because following a thousand of them is slow', async () => {
    const { store } = await openWith(['a'])
    const [b, c] = [file('b'), file('c')]
    store.addFiles([b])
    store.addFiles([c])
    expect(store.state.listings['']?.files[1]).toBe(b)
    expect(store.state.listings['']?.files[2]).toBe(c)
  })

  it('is no longer new after another folder was visited', async () => {
    const { store } = await openWith(['a'])
    store.addFiles([file('b')])
    void store.refresh()
    expect(store.state.fresh).toEqual({ b: true })
    void store.open('elsewhere')
    expect(store.state.fresh).toEqual({})
  })

  it('is not lost when an older answer arrives after it', async () => {
    const { store, last } = await openWith(['a'])
    void store.refresh()
    store.addFiles([file('b')])
    await last().answer(listing(['a']))
    expect(shownIds(store)).toEqual(['a', 'b'])
  })

  it('does not appear in a folder it was not meant for', async () => {
    const { store } = await openWith(['a'])
    store.addFiles([file('b', 'elsewhere')])
    expect(shownIds(store)).toEqual(['a'])
  })
})

describe('removing', () => {
  it('takes the entry off before the server has answered', async () => {
    const { store, last } = await openWith(['a', 'b'])
    const removal = store.remove({ id: 'a', kind: 'file' })
    expect(shownIds(store)).toEqual(['b'])
    await last().answer('success')
    await removal
    expect(shownIds(store)).toEqual(['b'])
  })

  it('puts the entry back and rejects when the server refuses', async () => {
    const { store, last } = await openWith(['a', 'b'])
    const removal = store.remove({ id: 'a', kind: 'file' })
    const refusal = last().refuse('access.denied')
    await expect(removal).rejects.toMatchObject({ code: 'access.denied' })
    await refusal
    expect(shownIds(store)).toEqual(['a', 'b'])
  })

  it('keeps the entry off when a listing from before the removal arrives after it', async () => {
    const { store, questions } = await openWith(['a', 'b'])
    void store.refresh()
    const removal = store.remove({ id: 'a', kind: 'file' })
    await questions[2]!.answer('success')
    await removal
    await questions[1]!.answer(listing(['a', 'b']))
    expect(shownIds(store)).toEqual(['b'])
  })

  it('shows the entry again when it was restored from another window', async () => {
    const { store, last } = await openWith(['a', 'b'])
    void store.remove({ id: 'a', kind: 'file' })
    await last().answer('success')
    void store.refresh()
    await last().answer(listing(['a', 'b']))
    expect(shownIds(store)).toEqual(['a', 'b'])
  })

  it('can be undone', async () => {
    const { store, last } = await openWith(['a', 'b'])
    void store.remove({ id: 'a', kind: 'file' })
    await last().answer('success')
    const restored = store.restore({ id: 'a', kind: 'file' })
    expect(last()).toMatchObject({ name: 'files.restore', input: { id: 'a', kind: 'file' } })
    await last().answer('success')
    await restored
    expect(shownIds(store)).toEqual(['a', 'b'])
    expect(store.state.fresh).toEqual({ a: true })
  })
})

describe('creating and renaming', () => {
  it('puts a new folder into the list it was made in', async () => {
    const { store, last } = await openWith(['a'])
    const created = store.createFolder('课件')
    expect(last()).toMatchObject({ name: 'files.createFolder', input: { name: '课件' } })
    await last().answer({ id: 'd', name: '课件', parentId: null, createdAt: moment })
    await created
    expect(shownIds(store)).toEqual(['d', 'a'])
  })

  it('leaves the list alone when the name is refused', async () => {
    const { store, last } = await openWith(['a'])
    const created = store.createFolder('课件')
    const refusal = last().refuse('files.name_taken')
    await expect(created).rejects.toMatchObject({ code: 'files.name_taken' })
    await refusal
    expect(shownIds(store)).toEqual(['a'])
  })

  it('shows a new name in every listing', async () => {
    const { store, last } = await openWith(['a'])
    const renamed = store.rename({ id: 'a', kind: 'file' }, 'new.pdf')
    await last().answer('success')
    await renamed
    expect(store.state.listings['']?.files[0]?.name).toBe('new.pdf')
  })
})

describe('a folder that an upload made', () => {
  const withFolderIn = (name: string) => ({
    ...listing(['a']),
    folders: [{ id: 'd', name, parentId: null, createdAt: moment }],
  })

  it('has the list fetched again, unless it is there', async () => {
    const { store, questions, last } = await openWith(['a'])
    store.noteFolder(null, '课件')
    expect(questions).toHaveLength(2)
    await last().answer(withFolderIn('课件'))
    expect(shownIds(store)).toEqual(['d', 'a'])
    store.noteFolder(null, '课件')
    store.noteFolder('other', '图')
    expect(questions).toHaveLength(2)
  })

  it('is not missed when the list was on its way, which is then fetched once more', async () => {
    const { store, questions, last } = await openWith(['a'])
    void store.refresh()
    store.noteFolder(null, '课件')
    store.noteFolder(null, '图')
    expect(questions).toHaveLength(2)
    await last().answer(listing(['a']))
    expect(questions).toHaveLength(3)
    await last().answer(withFolderIn('课件'))
    expect(shownIds(store)).toEqual(['d', 'a'])
    expect(questions).toHaveLength(3)
  })

  it('is found by a name whose accents are written otherwise', async () => {
    const { store, questions, last } = await openWith(['a'])
    void store.refresh()
    await last().answer(withFolderIn('caf\u00e9'))
    store.noteFolder(null, 'cafe\u0301')
    expect(questions).toHaveLength(2)
  })
})

function batchStrings() {
  const taken: (readonly string[])[] = []
  const waiting: (() => void)[] = []
  const give = batch<string>(
    (items) => taken.push(items),
    (_, work) => waiting.push(work),
  )
  const passTime = () => waiting.shift()?.()
  return { taken, waiting, give, passTime }
}

it('hands over at once, and together, what comes in one task', async () => {
  const { taken, give } = batchStrings()
  give('a')
  give('b')
  expect(taken).toEqual([])
  await Promise.resolve()
  expect(taken).toEqual([['a', 'b']])
})

it('batches for a while what comes after that, however many tasks it comes in', async () => {
  const { taken, give, passTime } = batchStrings()
  give('a')
  await Promise.resolve()
  give('b')
  await Promise.resolve()
  give('c')
  await Promise.resolve()
  expect(taken).toEqual([['a']])
  passTime()
  expect(taken).toEqual([['a'], ['b', 'c']])
})

it('hands over at once again after a while in which nothing came', async () => {
  const { taken, waiting, give, passTime } = batchStrings()
  give('a')
  await Promise.resolve()
  passTime()
  expect(waiting).toEqual([])
  give('b')
  await Promise.resolve()
  expect(taken).toEqual([['a'], ['b']])
})

it('hands over no more at once than can be drawn, and the rest one while after the other', async () => {
  const { taken, waiting, give, passTime } = batchStrings()
  const items = Array.from({ length: 100 }, (_, at) => String(at))
  for (const item of items) give(item)
  await Promise.resolve()
  expect(taken).toHaveLength(1)
  while (waiting.length > 0) passTime()
  expect(Math.max(...taken.map((some) => some.length))).toBe(48)
  expect(taken.flat()).toEqual(items)
})

type Item = PortalUpload['items']['current'][number]

const item = (id: string, change: Partial<Item>): Item => ({
  id,
  kind: 'file',
  name: `${id}.pdf`,
  size: 1,
  folderId: 'f1',
  path: [],
  kept: true,
  state: { phase: 'done', file: null },
  ...change,
})

it('names the folder at the top of each upload that is done, once', () => {
  const listeners = new Set<() => void>()
  const items = { current: [item('before', { path: ['old'] })] as readonly Item[], subscribe: () => () => {} }
  items.subscribe = ((listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }) as typeof items.subscribe
  const noted: unknown[] = []
  const stop = followUploadedFolders(items, { noteFolder: (...what) => void noted.push(what) })
  items.current = [
    ...items.current,
    item('plain', {}),
    item('deep', { path: ['课件', '图'] }),
    item('waiting', { path: ['later'], state: { phase: 'waiting' } }),
    item('empty', { kind: 'folder', name: '空' }),
  ]
  for (let round = 0; round < 2; round++) for (const listener of listeners) listener()
  expect(noted).toEqual([
    ['f1', '课件'],
    ['f1', '空'],
  ])
  stop()
  expect(listeners.size).toBe(0)
})
