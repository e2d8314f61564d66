import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakePorts, createFakeStorage, refusal, type FakeStorage } from '../../workers/upload/fake-storage.ts'
import { serveUploads } from '../../workers/upload/serve-uploads.ts'
import type { CallOrigin } from '../../workers/upload/upload-api.ts'
import type { UploadState } from '../../workers/upload/upload-state.ts'
import { createFakeWorker, type FakeWorker } from './fake-worker.ts'
import { bridgeUploads, type UploadBridge } from './upload.ts'

const never = new AbortController().signal
const file = new Blob([new Uint8Array(5 * 1024 * 1024)])
const job = { id: 'u1', name: 'a.bin', serverid: 'base', folderId: null }

let storage: FakeStorage
let workers: FakeWorker[]
let origins: CallOrigin[]
let renewals: number
let bridge: UploadBridge
let states: UploadState[]
const note = (state: UploadState) => void states.push(state)

beforeEach(() => {
  storage = createFakeStorage()
  workers = []
  origins = []
  renewals = 0
  states = []
  bridge = bridgeUploads(
    () => {
      const worker = createFakeWorker(
        serveUploads((origin, renewSession) => {
          origins.push(origin)
          return createFakePorts(storage, { renewSession })
        }),
      )
      workers.push(worker)
      return worker
    },
    { origin: () => ({ device: 'pc', app: 'portal' }), renewSession: async () => (renewals += 1) > 0 },
  )
})

afterEach(() => {
  for (const worker of workers) worker.terminate()
})

it('uploads in the worker, which knows where calls come from, and tells how far it is', async () => {
  // States come over a channel of their own: the fake server waits for the last of them.
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  storage.fault = ({ name }) => (name === 'storage.mergeFile' ? arrived : undefined)
  const uploading = bridge.upload(never, job, file, (state) => {
    states.push(state)
    if (state.phase === 'merging') arrive()
  })
  expect(await uploading).toEqual({ phase: 'done', file: storage.files[0] })
  expect(origins).toEqual([{ device: 'pc', app: 'portal' }])
  expect([...new Set(states.map((state) => state.phase))]).toEqual(['hashing', 'checking', 'sending', 'merging'])
})

it('lets the worker renew the session through the page', async () => {
  storage.fault = ({ name }, nth) => {
    if (name === 'storage.secondUploadCheck' && nth === 1) throw refusal('session.expired', 401)
  }
  expect(await bridge.upload(never, job, file, note)).toMatchObject({ phase: 'done' })
  expect(renewals).toBe(1)
})

it('brings a failure as a state', async () => {
  storage.fault = () => {
    throw refusal('access.denied', 403)
  }
  expect(await bridge.upload(never, job, file, note)).toMatchObject({
    phase: 'failed',
    failure: { code: 'access.denied' },
  })
})

it('pauses and resumes by id', async () => {
  storage.fault = ({ name }) => {
    if (name === 'storage.secondUploadCheck') bridge.pause('u1')
  }
  const uploading = bridge.upload(never, job, file, note)
  await vi.waitFor(() => expect(states.at(-1)?.phase).toBe('paused'), { timeout: 10_000 })
  storage.fault = () => undefined
  bridge.resume('u1')
  expect(await uploading).toMatchObject({ phase: 'done' })
})

it('stops the worker with the signal, and only this upload', async () => {
  const controller = new AbortController()
  storage.fault = ({ name, input }) => {
    if (name !== 'storage.uploadChunk' || input['uid'] !== 'u1') return undefined
    controller.abort(new Error('enough'))
    return new Promise(() => {})
  }
  const stopped = bridge.upload(controller.signal, job, file, note)
  const other = bridge.upload(never, { ...job, id: 'u2' }, new Blob(['abc']), () => {})
  await expect(stopped).rejects.toThrow('enough')
  expect(await other).toMatchObject({ phase: 'done' })
  await vi.waitFor(() => {
    const chunks = storage.calls.filter((call) => call.input['uid'] === 'u1' && call.bytes)
    expect(chunks.every((call) => call.signal.aborted)).toBe(true)
  })
})

it('fails what the worker had when it breaks, and goes on with a new one', async () => {
  storage.fault = () => new Promise(() => {})
  const uploading = bridge.upload(never, job, file, note)
  await vi.waitFor(() => expect(storage.calls.length).toBeGreaterThan(0), { timeout: 10_000 })
  workers[0]?.breakDown()
  await expect(uploading).rejects.toMatchObject({ code: 'client.worker_stopped' })
  storage.fault = () => undefined
  expect(await bridge.upload(never, job, file, note)).toMatchObject({ phase: 'done' })
  expect(workers).toHaveLength(2)
})
