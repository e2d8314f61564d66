import { afterEach, expect, it, vi } from 'vitest'
import type { Sheet } from '../../../contract/rules/sheets/sheet.ts'
import type { ExportApi } from '../../workers/export/export-api.ts'
import { createFakeWorker, type FakeWorker } from '../../../tests/support/fakes/fake-worker.ts'
import { bridgeExports } from './export.ts'

const never = new AbortController().signal
const sheets: Sheet[] = [
  { name: 'Days/1', columns: [{ heading: 'Date' }], rows: [['2026-11-25']] },
  {
    name: 'Days-1',
    columns: [{ heading: 'A', width: 5 }],
    rows: Array.from({ length: 13_000 }, (_, at) => [at]),
  },
]

let workers: FakeWorker[] = []
afterEach(() => {
  for (const worker of workers) worker.terminate()
  workers = []
})

/** A worker that keeps what it is given, but for what is replaced. */
function bridge(over: Partial<ExportApi> = {}) {
  const got: { heads?: unknown; counts?: unknown; batches: [number, number][] } = { batches: [] }
  const api: ExportApi = {
    async begin(heads, counts) {
      Object.assign(got, { heads, counts })
    },
    async addRows(at, rows) {
      got.batches.push([at, rows.length])
    },
    finish: async () => new Blob(['file']),
    ...over,
  }
  const exports = bridgeExports(() => {
    const worker = createFakeWorker(api)
    workers.push(worker)
    return worker
  })
  return { ...exports, got }
}

it('hands the rows over in parts to a worker of its own, which ends with the file, and tells how far it is', async () => {
  const { workbook, got } = bridge()
  const parts: number[] = []
  const file = await workbook(never, sheets, (part) => parts.push(part))
  expect(await file.text()).toBe('file')
  expect(got).toEqual({
    heads: [
      { name: 'Days-1', columns: [{ heading: 'Date', width: 12 }] },
      { name: 'Days-1 2', columns: [{ heading: 'A', width: 5 }] },
    ],
    counts: [1, 13_000],
    batches: [
      [0, 1],
      [1, 6000],
      [1, 6000],
      [1, 1000],
    ],
  })
  expect(parts).toEqual([1, 6001, 12_001, 13_001].map((count) => count / 13_001))
  await vi.waitFor(() => expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]))
})

it('ends the worker with the signal, in the middle of its work', async () => {
  const { workbook } = bridge({ finish: () => new Promise(() => {}) })
  const controller = new AbortController()
  const writing = workbook(controller.signal, sheets)
  controller.abort(new Error('enough'))
  await expect(writing).rejects.toThrow('enough')
  await vi.waitFor(() => expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]))
})

it('fails when the worker does, and when it breaks', async () => {
  const failing = bridge({ addRows: () => Promise.reject(new Error('out of memory')) })
  await expect(failing.workbook(never, sheets)).rejects.toThrow('out of memory')
  const writing = bridge({ finish: () => new Promise(() => {}) }).workbook(never, sheets)
  workers.at(-1)?.breakDown()
  await expect(writing).rejects.toMatchObject({ code: 'client.worker_stopped' })
})
