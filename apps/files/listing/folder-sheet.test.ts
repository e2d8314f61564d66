import { expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { folderSheet, loadEntries } from './folder-sheet.ts'

const never = new AbortController().signal
const t = (key: string) => key
const file = (id: string) => ({ id, name: `${id}.md`, size: 5, createdAt: '2026-11-25T00:30:00.000Z' })

it('lists names, kinds, real sizes and moments', () => {
  const entries: Entry[] = [
    { kind: 'folder', id: '1', name: '=Lessons', size: null, changedAt: '2026-11-25T00:30:00.000Z' },
    { kind: 'file', id: '2', name: 'plan.md', size: 1234, changedAt: '2026-11-25T00:30:00.000Z' },
  ]
  const sheet = folderSheet(entries, { name: 'Files', t })
  expect(sheet).toMatchObject({ name: 'Files', title: 'Files' })
  expect(sheet.columns.map(({ kind }) => kind)).toEqual([undefined, undefined, 'number', 'datetime'])
  expect(sheet.rows).toEqual([
    ['=Lessons', 'table.folder', null, expect.stringMatching(/^2026-11-2\dT\d\d:\d\d:00$/)],
    ['plan.md', 'table.file', 1234, expect.stringMatching(/^2026-11-2\dT\d\d:\d\d:00$/)],
  ])
})

it('loads a long folder to its end, and tells how far it is', async () => {
  const pages = [
    { folders: [file('a')], files: [file('b')], next: 'x', totals: { folders: 1, files: 3, bytes: 15 } },
    { folders: [], files: [file('c'), file('d')], next: null, totals: null },
  ]
  const asked: unknown[] = []
  const call = async (_: unknown, input: unknown) => {
    asked.push(input)
    return pages[asked.length - 1]
  }
  const parts: number[] = []
  const entries = await loadEntries(
    never,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only call that is made
    { call: call as never },
    { folderId: null, sort: { by: 'size', descending: true }, language: 'en' },
    (part) => parts.push(part),
  )
  expect(entries.map(({ kind, id }) => kind + id)).toEqual(['foldera', 'fileb', 'filec', 'filed'])
  const order = { by: 'size', descending: true, language: 'en' }
  expect(asked).toEqual([order, { ...order, after: 'x' }])
  expect(parts).toEqual([0.5, 1])
})
