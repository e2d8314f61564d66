import { BATCH_FILE_BYTES, CHUNK_SIZE } from '../../../contract/limits.ts'
import type { FakeDevice } from './fake-records.ts'
import type { JoiningFile } from '../../../src/workers/upload/protocol/upload-api.ts'
import {
  type SettledState,
  uploadItem,
  type UploadItem,
  type UploadState,
} from '../../../src/workers/upload/protocol/upload-state.ts'
import type { HashMemory } from '../../../src/workers/upload/transfer/run-upload.ts'
import { createUploadQueue, type UploadQueue } from '../../../src/workers/upload/queue/upload-queue.ts'

/** An upload that the runner was given, and how to end it. */
export interface FakeRun {
  readonly id: string
  readonly path: readonly string[]
  readonly file: Blob | null
  readonly memory: HashMemory | undefined
  readonly isAborted: () => boolean
  say(state: UploadState): void
  settle(state: SettledState): Promise<void>
}

/** A queue with a runner that the test controls. */
export interface FakeQueue {
  readonly queue: UploadQueue
  readonly running: FakeRun[]
  /** The runner's calls. */
  readonly commands: string[]
  /** The list as a page has it. */
  items(): UploadItem[]
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A queue of an account on a device, opened. */
export async function openFakeQueue(device: FakeDevice, account = 'unit.user'): Promise<FakeQueue> {
  const running: FakeRun[] = []
  const commands: string[] = []
  const shown = new Map<string, UploadItem>()
  let order: string[] = []
  let time = 0
  let timers: { at: number; work: () => void }[] = []
  const queue = createUploadQueue({
    account,
    records: device.records,
    copies: device.copies,
    runAfter: (milliseconds, work) => void timers.push({ at: time + milliseconds, work }),
    onChanges(changes) {
      for (const item of changes.items) shown.set(item.id, uploadItem.parse(structuredClone(item)))
      for (const id of changes.removed) shown.delete(id)
      order = changes.order ?? order
    },
    createRunner(onState) {
      return {
        start: ({ id, path }, file, memory) =>
          new Promise((resolve) => {
            let isAborted = false
            commands.push(`start ${id}`)
            running.push({
              id,
              path,
              file,
              memory,
              isAborted: () => isAborted,
              say: (state) => onState(id, state),
              settle: (state) => (resolve(state), settled()),
            })
            aborts.set(id, () => {
              isAborted = true
              resolve(null)
            })
          }),
        pause: (id) => void commands.push(`pause ${id}`),
        resume: (id) => void commands.push(`resume ${id}`),
        abort: (id) => aborts.get(id)?.(),
        discard: ({ md5 }) => void commands.push(`give up ${md5}`),
      }
    },
  })
  const aborts = new Map<string, () => void>()
  await queue.open()
  await settled()
  return {
    queue,
    running,
    commands,
    items() {
      const due = timers.filter(({ at }) => at <= time + 100)
      timers = timers.filter((timer) => !due.includes(timer))
      for (const { work } of due) work()
      return order.flatMap((id) => shown.get(id) ?? [])
    },
    async pass(milliseconds) {
      time += milliseconds
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter((timer) => !due.includes(timer))
      for (const { work } of due) work()
      await settled()
    },
  }
}

/** A file of a name, as a page adds it. */
export function joining(name: string, change: Partial<JoiningFile> = {}): JoiningFile {
  const file = change.file ?? new Blob(['x'])
  return {
    kind: 'file',
    id: name,
    name,
    folderId: null,
    path: [],
    serverid: 'base',
    file,
    handle: null,
    lastModified: 1,
    ...change,
  }
}

/** Bytes of a file that goes in one piece, and alone. */
export const SHORT = new Blob([new Uint8Array(BATCH_FILE_BYTES + 1)])

/** Bytes of a file that takes more than one chunk. */
export const LONG = new Blob([new Uint8Array(CHUNK_SIZE + 1)])
