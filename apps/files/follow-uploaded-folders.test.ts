import { expect, it } from 'vitest'
import type { PortalUpload } from '../../src/app/micro-apps/micro-app.ts'
import { followUploadedFolders } from './follow-uploaded-folders.ts'

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
