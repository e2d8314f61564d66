import { afterEach, expect, it, vi } from 'vitest'
import type { ExportApi, Sheet } from '../../workers/export/export-api.ts'
import { createFakeWorker, type FakeWorker } from '../../../tests/support/fakes/fake-worker.ts'
import { bridgeExports } from './export.ts'

const never = new AbortController().signal
const sheets: Sheet[] = [{ name: 'Days', columns: [{ heading: 'Date', width: 12 }], rows: [['2026-11-25']] }]

let workers: FakeWorker[] = []
afterEach(() => {
  for (const worker of workers) worker.terminate()
  workers = []
})

function bridge(writeWorkbook: ExportApi['writeWorkbook']) {
  return bridgeExports(() => {
    const worker = createFakeWorker({ writeWorkbook })
    workers.push(worker)
    return worker
  })
}

it('writes in a worker of its own, which ends with the file, and tells how far it is', async () => {
  const parts: number[] = []
  const { workbook } = bridge(async ([sheet], onProgress) => {
    onProgress(0.5)
    return new Blob([JSON.stringify(sheet?.rows)])
  })
  expect(await (await workbook(never, sheets, (part) => parts.push(part))).text()).toBe('[["2026-11-25"]]')
  // Reports come over a channel of their own.
  await vi.waitFor(() => expect(parts).toEqual([0.5]))
  await vi.waitFor(() => expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]))
})

it('ends the worker with the signal, in the middle of its work', async () => {
  const { workbook } = bridge(() => new Promise(() => {}))
  const controller = new AbortController()
  const writing = workbook(controller.signal, sheets)
  controller.abort(new Error('enough'))
  await expect(writing).rejects.toThrow('enough')
  await vi.waitFor(() => expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]))
})

it('fails when the worker does, and when it breaks', async () => {
  await expect(bridge(() => Promise.reject(new Error('out of memory'))).workbook(never, sheets)).rejects.toThrow(
    'out of memory',
  )
  const writing = bridge(() => new Promise(() => {})).workbook(never, sheets)
  workers.at(-1)?.breakDown()
  await expect(writing).rejects.toMatchObject({ code: 'client.worker_stopped' })
})
