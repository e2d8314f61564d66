import { expect, it } from 'vitest'
import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { batch, followUploadedFolders } from './uploaded.ts'

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
