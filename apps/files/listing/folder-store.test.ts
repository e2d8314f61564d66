import { InfiniteQueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import type { Portal, PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { createQueryClient } from '../../../src/app/core/query/create-query-client.ts'
import { batch, createFolderStore, followUploadedFolders, isMissing } from './folder-store.ts'
import { joinPages, withoutRemoved, type Listing } from './listing.ts'
import { progressOf } from './use-folder.ts'

interface Question {
  name: string
  input: Record<string, unknown>
  answer(value: unknown): Promise<void>
  refuse(code: string): Promise<void>
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The top folder, of a portal whose calls wait until the test answers them, in any order. */
function openStore() {
  const questions: Question[] = []
  const call = ((row: AnyEndpoint, input: Record<string, unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      questions.push({
        name: row.name,
        input,
        answer: (value) => (resolve(value), settle()),
        refuse: (code) => (reject(Object.assign(new Error(code), { code })), settle()),
      })
    })) as Portal['call']
  const client = createQueryClient()
  const store = createFolderStore({ call }, client, 'zh-CN')
  let shown: string | null = null
  const observer = new InfiniteQueryObserver(client, store.folderQuery(shown))
  observer.subscribe(() => undefined)
  const dataOf = (folderId: string | null) => client.getQueryData(store.folderQuery(folderId).queryKey)

  function listed() {
    const { data, error } = observer.getCurrentResult()
    return data && !isMissing(error) ? joinPages(data.pages, store.state.added) : undefined
  }

  return {
    store,
    client,
    questions,
    last: () => questions.at(-1)!,
    open(folderId: string | null) {
      shown = folderId
      observer.setOptions(store.folderQuery(folderId))
      store.enter(folderId)
    },
    refresh: () => void observer.refetch(),
    loadMore: () => void observer.fetchNextPage({ cancelRefetch: false }),
    arrange: async (order: Parameters<typeof store.arrange>[1]) => {
      void store.arrange(shown, order)
      await settle()
    },
    dataOf,
    progress: () => progressOf(observer.getCurrentResult()),
    listed,
    shownIds() {
      const known = listed()
      if (!known) return []
      const visible = withoutRemoved(known, store.state.removed)
      return [...visible.folders, ...visible.files].map((item) => item.id)
    },
  }
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

async function openWith(ids: string[]) {
  const opened = openStore()
  await opened.last().answer(listing(ids))
  return opened
}

describe('opening a folder', () => {
  it('asks for the top folder without an id and for others with theirs', () => {
    const { open, questions } = openStore()
    open('f1')
    const order = { by: 'name', descending: false, language: 'zh-CN' }
    expect(questions.map((question) => question.input)).toEqual([order, { ...order, folderId: 'f1' }])
  })

  it('drops the late answer to an earlier question', async () => {
    const { open, questions, progress, shownIds, dataOf } = openStore()
    open('slow')
    open('fast')
    await questions[2]!.answer(listing(['b'], 'fast'))
    await questions[1]!.answer(listing(['a'], 'slow'))
    expect(progress().load).toEqual({ phase: 'ready' })
    expect(shownIds()).toEqual(['b'])
    expect(dataOf('slow')).toBeUndefined()
  })

  it('drops the late failure of an earlier question', async () => {
    const { open, questions, progress } = openStore()
    open('slow')
    open('fast')
    await questions[2]!.answer(listing(['b'], 'fast'))
    await questions[1]!.refuse('client.network')
    expect(progress().load).toEqual({ phase: 'ready' })
  })

  it('keeps what was known when a refresh fails', async () => {
    const { refresh, last, progress, shownIds } = await openWith(['a'])
    refresh()
    expect(progress().load).toEqual({ phase: 'loading' })
    await last().refuse('client.network')
    expect(progress().load).toMatchObject({ phase: 'failed', error: { code: 'client.network' } })
    expect(shownIds()).toEqual(['a'])
  })

  it('shows what was known of a folder that is visited again, while it is fetched', async () => {
    const { open, questions, last, progress, shownIds } = await openWith(['a'])
    open('elsewhere')
    await last().answer(listing(['x'], 'elsewhere'))
    open(null)
    expect(shownIds()).toEqual(['a'])
    expect(progress().load).toEqual({ phase: 'loading' })
    expect(questions).toHaveLength(3)
  })

  it('forgets a folder that no longer exists', async () => {
    const { open, refresh, last, shownIds, dataOf } = await openWith(['a'])
    refresh()
    await last().refuse('files.folder_not_found')
    expect(shownIds()).toEqual([])
    open('elsewhere')
    expect(dataOf(null)).toBeUndefined()
  })
})

describe('a folder that comes in pages', () => {
  async function openFirst() {
    const opened = openStore()
    await opened.last().answer(page(['a', 'b']))
    return opened
  }

  it('shows its first page at once, and the next one when it is asked for', async () => {
    const { loadMore, questions, last, progress, shownIds } = await openFirst()
    expect(shownIds()).toEqual(['a', 'b'])
    expect(questions).toHaveLength(1)
    expect(progress().end).toBe('more')
    loadMore()
    expect(progress()).toEqual({ load: { phase: 'ready' }, end: 'loading' })
    expect(last().input).toMatchObject({ by: 'name', after: 'after b' })
    await last().answer(page(['c'], null))
    expect(shownIds()).toEqual(['a', 'b', 'c'])
    expect(progress()).toEqual({ load: { phase: 'ready' }, end: 'done' })
    loadMore()
    expect(questions).toHaveLength(2)
  })

  it('asks for one page at a time', async () => {
    const { loadMore, questions } = await openFirst()
    loadMore()
    loadMore()
    expect(questions).toHaveLength(2)
  })

  it('keeps what it has when a page does not come, and asks for it again', async () => {
    const { loadMore, last, progress, shownIds } = await openFirst()
    loadMore()
    await last().refuse('client.network')
    expect(progress()).toEqual({ load: { phase: 'ready' }, end: 'failed' })
    expect(shownIds()).toEqual(['a', 'b'])
    loadMore()
    await last().answer(page(['c'], null))
    expect(shownIds()).toEqual(['a', 'b', 'c'])
  })

  it('drops a page of another folder', async () => {
    const { open, loadMore, questions, shownIds, dataOf } = await openFirst()
    loadMore()
    open('elsewhere')
    await questions[1]!.answer(page(['c'], null))
    await questions[2]!.answer(listing(['x'], 'elsewhere'))
    expect(shownIds()).toEqual(['x'])
    expect(dataOf(null)?.pages.map(({ files }) => files.map(({ id }) => id))).toEqual([['a', 'b']])
  })

  it('does not lose a file that arrives while a page is on its way', async () => {
    const { store, loadMore, last, shownIds } = await openFirst()
    loadMore()
    store.addFiles([file('new')])
    await last().answer(page(['c'], null))
    expect(shownIds().toSorted()).toEqual(['a', 'b', 'c', 'new'])
  })

  it('is refreshed as far as it was shown', async () => {
    const { loadMore, refresh, questions, last, progress, shownIds } = await openFirst()
    loadMore()
    await last().answer(page(['c', 'd']))
    refresh()
    await last().answer(page(['a', 'b']))
    expect(shownIds()).toEqual(['a', 'b', 'c', 'd'])
    expect(last().input).toMatchObject({ after: 'after b' })
    await last().answer(page(['d', 'e']))
    expect(questions).toHaveLength(4)
    expect(shownIds()).toEqual(['a', 'b', 'd', 'e'])
    expect(progress().load).toEqual({ phase: 'ready' })
  })

  it('is fetched from its beginning, with one question, when it is visited again', async () => {
    const { open, loadMore, questions, last } = await openFirst()
    loadMore()
    await last().answer(page(['c', 'd']))
    open('elsewhere')
    await last().answer(listing(['x'], 'elsewhere'))
    open(null)
    await last().answer(page(['a', 'b']))
    expect(questions).toHaveLength(4)
  })

  it('begins anew in another order, and goes on in that one', async () => {
    const { arrange, loadMore, questions, last, shownIds } = await openFirst()
    loadMore()
    await last().answer(page(['c', 'd']))
    const order = { by: 'size', descending: true, language: 'en' } as const
    await arrange(order)
    expect(last().input).toEqual(order)
    await last().answer(page(['z', 'y']))
    expect(shownIds()).toEqual(['z', 'y'])
    loadMore()
    expect(last().input).toEqual({ ...order, after: 'after y' })
    await arrange({ ...order })
    expect(questions).toHaveLength(4)
  })

  it('is asked for in another order that is chosen before it has come', async () => {
    const { arrange, questions, last, shownIds } = openStore()
    await arrange({ by: 'size', descending: true, language: 'en' })
    expect(last().input).toMatchObject({ by: 'size' })
    await questions[0]!.answer(page(['a', 'b']))
    expect(shownIds()).toEqual([])
    await last().answer(page(['z', 'y']))
    expect(shownIds()).toEqual(['z', 'y'])
  })

  it('has its list fetched once for a folder that an upload made and that is on a later page', async () => {
    const { store, questions, last } = await openFirst()
    await note(store, '课件')
    expect(questions).toHaveLength(2)
    await last().answer(page(['a', 'b']))
    await note(store, '课件')
    expect(questions).toHaveLength(2)
    await note(store, '图')
    expect(questions).toHaveLength(3)
  })
})

describe('a folder that has come whole', () => {
  it('is put into another order without a question', async () => {
    const { arrange, open, questions } = await openWith(['a', 'b'])
    await arrange({ by: 'date', descending: false, language: 'zh-CN' })
    expect(questions).toHaveLength(1)
    open('next')
    expect(questions[1]?.input).toMatchObject({ by: 'date', folderId: 'next' })
  })
})

describe('an uploaded file', () => {
  it('appears at once and is pointed out', async () => {
    const { store, shownIds } = await openWith(['a'])
    store.addFiles([file('b')])
    expect(shownIds()).toEqual(['a', 'b'])
    expect(store.state.fresh).toEqual({ b: true })
  })

  it('is kept as it is, and those beside it too, because following a thousand of them is slow', async () => {
    const { store, listed } = await openWith(['a'])
    const [b, c] = [file('b'), file('c')]
    store.addFiles([b])
    store.addFiles([c])
    expect(listed()?.files[1]).toBe(b)
    expect(listed()?.files[2]).toBe(c)
  })

  it('is no longer new after another folder was visited', async () => {
    const { store, open, refresh } = await openWith(['a'])
    store.addFiles([file('b')])
    refresh()
    expect(store.state.fresh).toEqual({ b: true })
    open('elsewhere')
    expect(store.state.fresh).toEqual({})
  })

  it('is not lost when an older answer arrives after it', async () => {
    const { store, refresh, last, shownIds } = await openWith(['a'])
    refresh()
    store.addFiles([file('b')])
    await last().answer(listing(['a']))
    expect(shownIds()).toEqual(['a', 'b'])
  })

  it('is gone with an answer to a later question that lacks it', async () => {
    const { store, refresh, last, shownIds } = await openWith(['a'])
    store.addFiles([file('b')])
    refresh()
    await last().answer(listing(['a']))
    expect(shownIds()).toEqual(['a'])
  })

  it('does not appear in a folder it was not meant for', async () => {
    const { store, shownIds } = await openWith(['a'])
    store.addFiles([file('b', 'elsewhere')])
    expect(shownIds()).toEqual(['a'])
  })
})

describe('removing', () => {
  it('takes the entry off before the server has answered', async () => {
    const { store, last, shownIds } = await openWith(['a', 'b'])
    const removal = store.remove([{ id: 'a', kind: 'file' }])
    expect(shownIds()).toEqual(['b'])
    await last().answer('success')
    await removal
    expect(shownIds()).toEqual(['b'])
  })

  it('puts the entry back and rejects when the server refuses', async () => {
    const { store, last, shownIds } = await openWith(['a', 'b'])
    const removal = store.remove([{ id: 'a', kind: 'file' }])
    const refusal = last().refuse('access.denied')
    await expect(removal).rejects.toMatchObject({ code: 'access.denied' })
    await refusal
    expect(shownIds()).toEqual(['a', 'b'])
  })

  it('keeps the entry off when a listing from before the removal arrives after it', async () => {
    const { store, refresh, questions, shownIds } = await openWith(['a', 'b'])
    refresh()
    const removal = store.remove([{ id: 'a', kind: 'file' }])
    await questions[2]!.answer('success')
    await removal
    await questions[1]!.answer(listing(['a', 'b']))
    expect(shownIds()).toEqual(['b'])
  })

  it('shows the entry again when it was restored from another window', async () => {
    const { store, refresh, last, shownIds } = await openWith(['a', 'b'])
    void store.remove([{ id: 'a', kind: 'file' }])
    await last().answer('success')
    refresh()
    await last().answer(listing(['a', 'b']))
    expect(shownIds()).toEqual(['a', 'b'])
  })

  it('can be undone', async () => {
    const { store, last, shownIds } = await openWith(['a', 'b'])
    void store.remove([{ id: 'a', kind: 'file' }])
    await last().answer('success')
    const restored = store.restore([{ id: 'a', kind: 'file' }])
    expect(last()).toMatchObject({ name: 'files.restore', input: { entries: [{ id: 'a', kind: 'file' }] } })
    await last().answer('success')
    await restored
    expect(shownIds()).toEqual(['a', 'b'])
    expect(store.state.fresh).toEqual({ a: true })
  })

  it('can be undone when the list was fetched meanwhile', async () => {
    const { store, last, refresh, shownIds } = await openWith(['a', 'b'])
    void store.remove([{ id: 'a', kind: 'file' }])
    await last().answer('success')
    refresh()
    await last().answer(listing(['b']))
    void store.restore([{ id: 'a', kind: 'file' }])
    await last().answer('success')
    expect(last()).toMatchObject({ name: 'files.list' })
    await last().answer(listing(['a', 'b']))
    expect(shownIds()).toEqual(['a', 'b'])
  })
})

describe('many at once', () => {
  const refs = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `x${at}`, kind: 'file' as const }))

  it('are asked for with as few requests as the server takes, and those that failed come back', async () => {
    const { store, last, questions, shownIds } = await openWith(refs(201).map(({ id }) => id))
    const removal = store.remove(refs(201))
    expect(shownIds()).toEqual([])
    expect(last().input.entries).toHaveLength(200)
    await last().answer('success')
    expect(last().input.entries).toEqual([{ id: 'x200', kind: 'file' }])
    const refusal = last().refuse('access.denied')
    await expect(removal).rejects.toMatchObject({ code: 'access.denied' })
    await refusal
    expect(shownIds()).toEqual(['x200'])
    expect(questions.filter(({ name }) => name === 'files.remove')).toHaveLength(2)
  })

  it.each(['restore', 'purge'] as const)(
    'fetches the bin again where only a part could be done: %s',
    async (change) => {
      const { client, store, last } = await openWith([])
      client.setQueryData(['files.bin'], {})
      const changing = store[change](refs(201))
      await last().answer('success')
      const refusal = last().refuse('access.denied')
      await expect(changing).rejects.toMatchObject({ code: 'access.denied' })
      await refusal
      expect(client.getQueryState(['files.bin'])?.isInvalidated).toBe(true)
    },
  )
})

describe('moving', () => {
  it('takes entries out of their folder at once and shows them in the other, by the names that they got', async () => {
    const { store, last, open, shownIds, listed } = await openWith(['a', 'b'])
    open('f1')
    await last().answer(listing(['a2'], 'f1'))
    open(null)
    await last().answer(listing(['a', 'b']))
    const moving = store.move([{ id: 'a', kind: 'file' }], 'f1')
    expect(shownIds()).toEqual(['b'])
    expect(last()).toMatchObject({
      name: 'files.move',
      input: { entries: [{ id: 'a', kind: 'file' }], folderId: 'f1' },
    })
    await last().answer({ entries: [{ id: 'a', kind: 'file', name: 'a (2).pdf' }] })
    await moving
    expect(shownIds()).toEqual(['b'])
    open('f1')
    expect(shownIds()).toEqual(['a2', 'a'])
    expect(listed()?.files.at(-1)).toMatchObject({ name: 'a (2).pdf', folderId: 'f1' })
    void store.move([{ id: 'a', kind: 'file' }], null)
    await last().answer({ entries: [{ id: 'a', kind: 'file', name: 'a.pdf' }] })
    expect(shownIds()).toEqual(['a2'])
    open(null)
    expect(shownIds()).toEqual(['b', 'a'])
  })

  it('leaves them where they are when the server refuses', async () => {
    const { store, last, shownIds } = await openWith(['a', 'b'])
    const moving = store.move([{ id: 'a', kind: 'file' }], 'f1')
    const refusal = last().refuse('files.too_deep')
    await expect(moving).rejects.toMatchObject({ code: 'files.too_deep' })
    await refusal
    expect(shownIds()).toEqual(['a', 'b'])
  })
})

describe('creating and renaming', () => {
  it('puts a new folder into the list it was made in', async () => {
    const { store, last, shownIds } = await openWith(['a'])
    const created = store.createFolder(null, '课件')
    expect(last()).toMatchObject({ name: 'files.createFolder', input: { name: '课件' } })
    await last().answer({ id: 'd', name: '课件', parentId: null, createdAt: moment })
    await created
    expect(shownIds()).toEqual(['d', 'a'])
  })

  it('leaves the list alone when the name is refused', async () => {
    const { store, last, shownIds } = await openWith(['a'])
    const created = store.createFolder(null, '课件')
    const refusal = last().refuse('files.name_taken')
    await expect(created).rejects.toMatchObject({ code: 'files.name_taken' })
    await refusal
    expect(shownIds()).toEqual(['a'])
  })

  it('shows a new name in every listing', async () => {
    const { store, open, last, listed, dataOf } = await openWith(['a'])
    store.addFiles([file('b')])
    for (const id of ['a', 'b']) {
      const renamed = store.rename({ id, kind: 'file' }, `new ${id}.pdf`)
      await last().answer('success')
      await renamed
    }
    expect(listed()?.files.map(({ name }) => name)).toEqual(['new a.pdf', 'new b.pdf'])
    open('elsewhere')
    const renamed = store.rename({ id: 'a', kind: 'file' }, 'newer.pdf')
    await last().answer('success')
    await renamed
    expect(dataOf(null)?.pages[0]?.files[0]?.name).toBe('newer.pdf')
  })
})

async function note(store: ReturnType<typeof createFolderStore>, name: string, parentId: string | null = null) {
  void store.noteFolder(parentId, name)
  await settle()
}

describe('a folder that an upload made', () => {
  const withFolderIn = (name: string) => ({
    ...listing(['a']),
    folders: [{ id: 'd', name, parentId: null, createdAt: moment }],
  })

  it('has the list fetched again, unless it is there', async () => {
    const { store, questions, last, shownIds } = await openWith(['a'])
    await note(store, '课件')
    expect(questions).toHaveLength(2)
    await last().answer(withFolderIn('课件'))
    expect(shownIds()).toEqual(['d', 'a'])
    await note(store, '课件')
    await note(store, '图', 'other')
    expect(questions).toHaveLength(2)
  })

  it('is not missed when the list was on its way, which is then fetched once more', async () => {
    const { store, refresh, questions, last, shownIds } = await openWith(['a'])
    refresh()
    await note(store, '课件')
    await note(store, '图')
    expect(questions).toHaveLength(2)
    await last().answer(listing(['a']))
    expect(questions).toHaveLength(3)
    await last().answer(withFolderIn('课件'))
    expect(shownIds()).toEqual(['d', 'a'])
    expect(questions).toHaveLength(3)
  })

  it('is found by a name whose accents are written otherwise', async () => {
    const { store, refresh, questions, last } = await openWith(['a'])
    refresh()
    await last().answer(withFolderIn('caf\u00e9'))
    await note(store, 'cafe\u0301')
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
  const stop = followUploadedFolders(items, { noteFolder: async (...what) => void noted.push(what) })
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
