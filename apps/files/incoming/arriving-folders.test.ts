import { describe, expect, it } from 'vitest'
import { createObservable } from '../../../src/app/core/state/observable.ts'
import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { arrivingIn, followFoldersBelow } from './arriving-folders.ts'

type Item = PortalUpload['items']['current'][number]

const upload = (path: string[], state: Item['state'], more: Partial<Item> = {}) =>
  ({ kind: 'file', id: path.join(), name: 'a.md', size: 100, folderId: null, path, state, ...more }) as Item
const waiting: Item['state'] = { phase: 'waiting' }
const done: Item['state'] = { phase: 'done', file: null }
const sending: Item['state'] = { phase: 'sending', md5: '', sent: 40, speed: null, secondsLeft: null, stall: null }
const failed: Item['state'] = {
  phase: 'failed',
  failure: { kind: 'uploaderror', code: 'x', status: 400, message: 'x' },
}

const top = { folderId: null, path: [] }
const inside = { folderId: 'b', path: [{ id: 'a', name: 'A' }, { id: 'b', name: 'B' }] } // prettier-ignore

describe('the folders that arrive', () => {
  it('are there from the first queued file on, with the part that is stored', () => {
    const { folders } = arrivingIn(
      [upload(['Trip'], done), upload(['Trip', 'Day 1'], sending), upload(['Trip'], waiting)],
      top,
    )
    expect([...folders.values()]).toEqual([{ name: 'Trip', total: 3, done: 1, fraction: 140 / 300 }])
  })

  it('end with their last upload, of which one that failed is none', () => {
    expect(arrivingIn([upload(['Trip'], done), upload(['Trip'], failed)], top).folders.size).toBe(0)
  })

  it('may be empty ones', () => {
    const { folders } = arrivingIn([upload([], waiting, { kind: 'folder', name: 'Empty', size: 0 })], top)
    expect([...folders.values()]).toEqual([{ name: 'Empty', total: 0, done: 0, fraction: 0 }])
  })

  it('are those within the folder that is open, also when the target is above it', () => {
    const items = [
      upload(['C'], waiting, { folderId: 'b' }),
      upload(['A', 'B', 'D'], waiting),
      upload(['B', 'E'], waiting, { folderId: 'a' }),
      upload(['A', 'X', 'F'], waiting),
      upload(['G'], waiting, { folderId: 'elsewhere' }),
    ]
    expect([...arrivingIn(items, inside).folders.keys()]).toEqual(['C', 'D', 'E'])
  })

  it('are told from files that go into the open folder itself', () => {
    const items = [upload(['A', 'B'], waiting), upload([], waiting, { folderId: 'b' }), upload([], waiting)]
    expect(arrivingIn(items, inside)).toMatchObject({ loose: 2 })
  })

  it('are the same however an accent is written', () => {
    const { folders } = arrivingIn([upload(['Cafe\u0301'], waiting), upload(['Caf\u00e9'], waiting)], top)
    expect([...folders.keys()]).toEqual(['Caf\u00e9'])
  })
})

describe('the folders that have arrived', () => {
  it('are told once each, also those that a target above has made, and none of before', () => {
    const items = createObservable<readonly Item[]>([upload(['Old'], done, { folderId: 'b', id: 'old' })])
    const told: string[] = []
    const stop = followFoldersBelow(
      items,
      () => inside,
      (name) => told.push(name),
    )
    const more = [
      upload(['C'], done, { folderId: 'b', id: 'c' }),
      upload(['C', 'D'], done, { folderId: 'b', id: 'd' }),
      upload(['A', 'B', 'E'], done, { id: 'e' }),
      upload([], done, { folderId: 'b', id: 'f', kind: 'folder', name: 'Empty' }),
      upload([], done, { folderId: 'b', id: 'plain' }),
      upload(['G'], waiting, { folderId: 'b', id: 'g' }),
      upload(['H'], done, { folderId: 'elsewhere', id: 'h' }),
    ]
    items.set([...items.current, ...more])
    items.set([...items.current])
    expect(told).toEqual(['C', 'E', 'Empty'])
    stop()
  })
})
