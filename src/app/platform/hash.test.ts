import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serveHashing } from '../../workers/hash/serve-hashing.ts'
import { createFakeWorker, type FakeWorker } from '../../../tests/support/fakes/fake-worker.ts'
import { bridgeHashing, type HashBridge } from './hash.ts'

let worker: FakeWorker
let bridge: HashBridge

beforeEach(() => {
  worker = createFakeWorker(serveHashing(() => performance.now()))
  bridge = bridgeHashing(() => worker)
})

afterEach(() => worker.terminate())

const never = new AbortController().signal
const file = new Blob([new Uint8Array(20 * 1024 * 1024)])

it('hashes in the worker and tells how far it is', async () => {
  const reports: number[] = []
  expect(await bridge.hashFile(never, new Blob(['abc']), (bytes) => reports.push(bytes))).toBe(
    '900150983cd24fb0d6963f7d28e17f72',
  )
  // Reports come over a channel of their own.
  await vi.waitFor(() => expect(reports).toEqual([3]))
})

it('stops the worker with the signal, and only this file', async () => {
  const controller = new AbortController()
  const stopped = bridge.hashFile(controller.signal, file, () => {})
  const other = bridge.hashFile(never, file, () => {})
  controller.abort(new Error('enough'))
  await expect(stopped).rejects.toThrow('enough')
  expect(await other).toMatch(/^[0-9a-f]{32}$/)
})

it('says that a file cannot be read', async () => {
  const broken = createFakeWorker({ hash: () => Promise.reject(new Error('NotReadableError')) })
  const hashing = bridgeHashing(() => broken).hashFile(never, file, () => {})
  await expect(hashing).rejects.toMatchObject({ code: 'storage.file_unreadable' })
  broken.terminate()
})

it('fails when the worker breaks', async () => {
  const broken = createFakeWorker({ hash: () => new Promise(() => {}) })
  const hashing = bridgeHashing(() => broken).hashFile(never, file, () => {})
  broken.breakDown()
  await expect(hashing).rejects.toMatchObject({ code: 'client.worker_stopped' })
})
