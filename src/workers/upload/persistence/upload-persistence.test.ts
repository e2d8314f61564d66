import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeDevice, type FakeDevice } from '../../../../tests/support/fakes/fake-records.ts'
import { joining } from '../../../../tests/support/fakes/fake-queue.ts'
import { createUploadPersistence, type Entry, type UploadPersistence } from './upload-persistence.ts'
import { joinEntry } from '../queue/upload-entry.ts'

let device: FakeDevice
let persistence: UploadPersistence
let timers: (() => void)[]
let entries: Map<string, Entry>
let copied: string[]
/** Ends the writing of a copy; one that waits for it is under way. */
let writing: Map<string, () => void>

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  device = createFakeDevice()
  timers = []
  entries = new Map()
  copied = []
  writing = new Map()
  const { copies } = device
  persistence = createUploadPersistence(
    device.records,
    {
      ...copies,
      async keep(id, file) {
        await new Promise<void>((resolve) => writing.set(id, resolve))
        return copies.keep(id, file)
      },
    },
    (_, work) => void timers.push(work),
  )
})

async function add(...ids: string[]): Promise<Entry[]> {
  const added = ids.map((id) => joinEntry('unit.user', joining(id), entries.size + 1))
  for (const entry of added) entries.set(entry.record.id, entry)
  await persistence.keep(...added)
  persistence.copyLater(
    () => entries.values(),
    ({ record }) => copied.push(record.id),
  )
  return added
}

/** Lets all waits end. */
async function pass(): Promise<void> {
  for (const work of timers.splice(0)) work()
  await settle()
}

/** Lets a copy that is being written be complete. */
async function write(id: string): Promise<void> {
  await vi.waitFor(() => expect([...writing.keys()]).toContain(id), { interval: 1 })
  writing.get(id)?.()
  writing.delete(id)
  await settle()
}

async function addOne(id: string): Promise<Entry> {
  const [entry] = await add(id)
  if (!entry) throw new Error('nothing was added')
  return entry
}

it('does not bring an upload back that was forgotten while its file was copied', async () => {
  const { record } = await addOne('a')
  await pass()
  entries.delete('a')
  persistence.forget(record)
  await write('a')
  expect([...device.kept.keys()]).toEqual([])
  expect([...device.files.keys()]).toEqual([])
  expect(copied).toEqual([])
})

it('does not bring it back by what becomes known of it later either', async () => {
  const entry = await addOne('a')
  persistence.forget(entry.record)
  await persistence.change(entry, { fingerprint: 'f' })
  expect([...device.kept.keys()]).toEqual([])
})

it('keeps one again that is added once more', async () => {
  const entry = await addOne('a')
  persistence.forget(entry.record)
  await persistence.keep(entry)
  await persistence.change(entry, { hold: 'paused' })
  expect(device.kept.get('a')?.hold).toBe('paused')
})

it('leaves a copy alone that is kept a second time while the first one is written', async () => {
  const entry = await addOne('a')
  await pass()
  // A copy for another reason, such as by a worker before this one.
  await device.copies.keep('a', new Blob(['x']))
  await persistence.change(entry, { copied: true })
  await write('a')
  expect([...device.files.keys()]).toEqual(['a'])
  expect(device.kept.get('a')?.copied).toBe(true)
})

it('removes a copy with its upload, also where what is forgotten was read before there was one', async () => {
  const { record } = await addOne('a')
  await pass()
  await write('a')
  expect([...device.files.keys()]).toEqual(['a'])
  persistence.forget(record)
  await settle()
  expect([...device.files.keys()]).toEqual([])
})

it('copies as well what joined while others were copied', async () => {
  await add('a')
  await pass()
  // Moving one of them gives the queue a new list.
  entries = new Map(entries)
  await add('b')
  await pass()
  await write('a')
  await write('b')
  expect(copied).toEqual(['a', 'b'])
  expect([...device.files.keys()]).toEqual(['a', 'b'])
})
