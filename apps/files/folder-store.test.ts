import { describe, expect, it } from 'vitest'
import type { StoredFile } from '../../contract/calls/storage.ts'
import type { AnyRow } from '../../contract/row.ts'
import type { Portal } from '../../src/app/micro-app.ts'
import { createFolderStore, listingKey, type FolderStore } from './folder-store.ts'
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
  const call = ((row: AnyRow, input: Record<string, unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      questions.push({
        name: row.name,
        input,
        answer: (value) => (resolve(value), settle()),
        refuse: (code) => (reject(Object.assign(new Error(code), { code })), settle()),
      })
    })) as Portal['call']
  const store = createFolderStore({ call })
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
    expect(questions.map((question) => question.input)).toEqual([{}, { folderId: 'f1' }])
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
