import { beforeEach, expect, it, vi } from 'vitest'
import { MD5_SLICE } from '../../../../contract/limits.ts'
import { COPIES_FOLDER, createFileCopies, type FileCopies } from './file-copies.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const FILE = new Blob(['the bytes of a file'])

/** What is on the disk, by name. */
let disk: Map<string, Uint8Array>
/** Names that are being written, which can neither be opened for writing nor removed. */
let locked: Set<string>
/** Lets what is read of a file go on; null while nothing waits. */
let readOn: (() => void) | null
let copies: FileCopies

/** A file that is read by this function; short files are read in slices. */
function readBy(arrayBuffer: () => Promise<ArrayBuffer>): Blob {
  return Object.assign(new Blob([FILE]), { slice: () => Object.assign(new Blob(), { arrayBuffer }) })
}

/** A file whose bytes come only when the test lets them. */
function slow(): Blob {
  return readBy(async () => {
    await new Promise<void>((resolve) => (readOn = resolve))
    return FILE.arrayBuffer()
  })
}

function open(name: string) {
  return {
    kind: 'file' as const,
    name,
    getFile: async () => new Blob([new Uint8Array(disk.get(name) ?? [])]),
    async createSyncAccessHandle() {
      if (locked.has(name)) throw new DOMException('locked', 'NoModificationAllowedError')
      locked.add(name)
      return {
        truncate: (size: number) => disk.set(name, (disk.get(name) ?? new Uint8Array()).slice(0, size)),
        write(bytes: Uint8Array, { at }: { at: number }) {
          const whole = new Uint8Array(at + bytes.length)
          whole.set((disk.get(name) ?? new Uint8Array()).slice(0, at))
          whole.set(bytes, at)
          disk.set(name, whole)
          return bytes.length
        },
        flush: () => {},
        close: () => locked.delete(name),
      }
    },
  }
}

/** The origin private file system, as far as it is used. */
function createFakeStorage(): StorageManager {
  const folder = {
    async getFileHandle(name: string, { create = false } = {}) {
      if (!disk.has(name) && !create) throw new DOMException('none', 'NotFoundError')
      if (!disk.has(name)) disk.set(name, new Uint8Array())
      return open(name)
    },
    async removeEntry(name: string) {
      if (locked.has(name)) throw new DOMException('locked', 'NoModificationAllowedError')
      if (!disk.delete(name)) throw new DOMException('none', 'NotFoundError')
    },
    async *keys() {
      // A folder is read bit by bit, while it changes.
      for (const name of disk.keys()) {
        yield name
        await settle()
      }
    },
    async *values() {
      for (const name of disk.keys()) yield open(name)
    },
  }
  const root = { getDirectoryHandle: async (name: string) => (name === COPIES_FOLDER ? folder : null) }
  return {
    getDirectory: async () => root,
    estimate: async () => ({ quota: 1e9, usage: 0 }),
  } as unknown as StorageManager
}

async function whenReading(): Promise<() => void> {
  return vi.waitFor(
    () => {
      if (!readOn) throw new Error('nothing is read')
      return readOn
    },
    { interval: 1 },
  )
}

beforeEach(() => {
  disk = new Map()
  locked = new Set()
  readOn = null
  copies = createFileCopies(createFakeStorage())
})

const textOf = async (id: string) => (await copies.find(id))?.text()

it('keeps one copy of a file that is kept twice at once, whole', async () => {
  const first = copies.keep('a', slow())
  const go = await whenReading()
  const second = copies.keep('a', FILE)
  await settle()
  go()
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(await textOf('a')).toBe(await FILE.text())
})

it('removes a copy that is being written once it can', async () => {
  const kept = copies.keep('a', slow())
  const go = await whenReading()
  const removed = copies.remove(['a'])
  await settle()
  go()
  await Promise.all([kept, removed])
  expect(await copies.find('a')).toBeNull()
})

it('clears away what earlier visits left, and nothing of this one', async () => {
  disk.set('of-before', new Uint8Array(3))
  disk.set('wanted', new Uint8Array(3))
  const cleared = copies.removeOthers(new Set(['wanted']))
  await Promise.all([copies.keep('new', FILE), cleared])
  expect([...disk.keys()].toSorted()).toEqual(['new', 'wanted'])
})

it('leaves no half of a file that cannot be read', async () => {
  const broken = readBy(() => Promise.reject(new Error('gone')))
  expect(await copies.keep('a', broken)).toBe(false)
  expect([...disk.keys()]).toEqual([])
})

it('keeps the copy of a file where streams cannot be iterated, as in Safari', async () => {
  const { prototype } = ReadableStream
  const iteration = Object.getOwnPropertyDescriptor(prototype, Symbol.asyncIterator) ?? {}
  Reflect.deleteProperty(prototype, Symbol.asyncIterator)
  try {
    expect(Symbol.asyncIterator in prototype).toBe(false)
    // More than is read at once.
    const bytes = new Uint8Array(MD5_SLICE + 1).fill(7)
    expect(await copies.keep('a', new Blob([bytes]))).toBe(true)
    // Compared at once: a report of where two million numbers differ helps no reader.
    expect(Buffer.from(disk.get('a') ?? []).equals(bytes)).toBe(true)
  } finally {
    Object.defineProperty(prototype, Symbol.asyncIterator, iteration)
  }
})
