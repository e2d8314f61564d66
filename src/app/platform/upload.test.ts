import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  createFakePorts,
  createFakeStorage,
  type FakeStorage,
  refusal,
} from '../../../tests/support/fakes/fake-storage.ts'
import { serveUploads } from '../../workers/upload/queue/serve-uploads.ts'
import type { CallOrigin, JoiningFile } from '../../workers/upload/protocol/upload-api.ts'
import type { UploadState } from '../../workers/upload/protocol/upload-state.ts'
import { createFakeWorker, type FakeWorker } from '../../../tests/support/fakes/fake-worker.ts'
import { bridgeUploads, type UploadBridge } from './upload.ts'

const file: JoiningFile = {
  kind: 'file',
  id: 'u1',
  name: 'a.bin',
  folderId: null,
  path: [],
  serverid: 'base',
  file: new Blob([new Uint8Array(5 * 1024 * 1024)]),
  handle: null,
  lastModified: 1,
}

let storage: FakeStorage
let workers: FakeWorker[]
let origins: CallOrigin[]
let renewals: number
let broken: number
let known: JoiningFile[]
let bridge: UploadBridge
let states: Map<string, UploadState>

beforeEach(() => {
  storage = createFakeStorage()
  workers = []
  origins = []
  renewals = 0
  broken = 0
  known = []
  states = new Map()
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
    {
      owner: { account: 'unit.user', mayKeep: false },
      origin: () => ({ device: 'pc', app: 'portal' }),
      renewSession: async () => (renewals += 1) > 0,
      known: () => known,
      onChanges(changes) {
        for (const { id, state } of changes.items) states.set(id, state)
      },
      onBroken: () => void (broken += 1),
    },
  )
})

afterEach(() => {
  for (const worker of workers) worker.terminate()
})

const phaseOf = (id: string) => states.get(id)?.phase
const untilPhase = (phase: string, id = 'u1') =>
  vi.waitFor(() => expect(phaseOf(id)).toBe(phase), { timeout: 10_000, interval: 10 })

it('uploads in the worker, which knows where calls come from', async () => {
  await bridge.execute({ kind: 'add', entries: [file] })
  await untilPhase('done')
  expect(states.get('u1')).toEqual({ phase: 'done', file: storage.files[0] })
  expect(origins).toEqual([{ device: 'pc', app: 'portal' }])
})

it('lets the worker renew the session through the page', async () => {
  storage.fault = ({ name }, nth) => {
    if (name === 'storage.secondUploadCheck' && nth === 1) throw refusal('session.expired', 401)
  }
  await bridge.execute({ kind: 'add', entries: [file] })
  await untilPhase('done')
  expect(renewals).toBe(1)
})

it('brings a failure as a state', async () => {
  storage.fault = () => {
    throw refusal('access.denied', 403)
  }
  await bridge.execute({ kind: 'add', entries: [file] })
  await untilPhase('failed')
  expect(states.get('u1')).toMatchObject({ failure: { code: 'access.denied' } })
})

it('pauses, resumes and stops', async () => {
  storage.fault = ({ name }) => (name === 'storage.secondUploadCheck' ? new Promise(() => {}) : undefined)
  await bridge.execute({ kind: 'add', entries: [file] })
  await untilPhase('checking')
  await bridge.execute({ kind: 'pause', ids: ['u1'] })
  await untilPhase('paused')
  await bridge.execute({ kind: 'abort', ids: ['u1'] })
  expect(storage.calls).not.toEqual([])
  await vi.waitFor(() => expect(storage.calls.every(({ signal }) => signal.aborted)).toBe(true))
})

it('starts with what the page knows', async () => {
  known = [file]
  bridge.setBusy(true)
  await untilPhase('done')
  expect(storage.calls.length).toBeGreaterThan(0)
})

it('says that the worker broke, and goes on with a new one', async () => {
  storage.fault = () => new Promise(() => {})
  bridge.setBusy(true)
  await bridge.execute({ kind: 'add', entries: [file] })
  await vi.waitFor(() => expect(storage.calls.length).toBeGreaterThan(0), { timeout: 10_000 })
  const answer = bridge.execute({ kind: 'pause', ids: [] })
  workers[0]?.breakDown()
  await expect(answer).rejects.toMatchObject({ code: 'client.worker_stopped' })
  await vi.waitFor(() => expect(broken).toBe(1))
  storage.fault = () => undefined
  known = [file]
  bridge.setBusy(true)
  await untilPhase('done')
  expect(workers).toHaveLength(2)
})
