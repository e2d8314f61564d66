import { CHUNK_SIZE, BATCH_FILE_BYTES } from '../../contract/limits.ts'
import type { FakeDevice } from './fake-records.ts'
import type { JoiningFile } from '../../src/workers/upload/protocol/upload-command.ts'
import { uploadItem, type UploadItem } from '../../src/workers/upload/protocol/upload-item.ts'
import type { HashMemory } from '../../src/workers/upload/protocol/upload-job.ts'
import type { UploadQueue } from '../../src/workers/upload/queue/queue-parts.ts'
import { createUploadQueue } from '../../src/workers/upload/queue/upload-queue.ts'
import type { SettledState, UploadState } from '../../src/workers/upload/protocol/upload-state.ts'

/** What the desk was asked to upload, and how to end it. */
export interface FakeRun {
  readonly id: string
  readonly path: readonly string[]
  readonly file: Blob | null
  readonly memory: HashMemory | undefined
  readonly isAborted: () => boolean
  say(state: UploadState): void
  settle(state: SettledState): Promise<void>
}

/** A queue with a desk that does as it is told, for tests. */
export interface FakeQueue {
  readonly queue: UploadQueue
  readonly running: FakeRun[]
  /** What the desk was told besides. */
  readonly told: string[]
  /** The list as a page has it. */
  items(): UploadItem[]
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A queue of an account on a device, opened. */
export async function openFakeQueue(device: FakeDevice, account = 'unit.user'): Promise<FakeQueue> {
  const running: FakeRun[] = []
  const told: string[] = []
  const shown = new Map<string, UploadItem>()
  let order: string[] = []
  let time = 0
  let timers: { at: number; work: () => void }[] = []
  const queue = createUploadQueue({
    account,
    records: device.records,
    copies: device.copies,
    later: (milliseconds, work) => void timers.push({ at: time + milliseconds, work }),
    onChanges(changes) {
      for (const item of changes.items) shown.set(item.id, uploadItem.parse(structuredClone(item)))
      for (const id of changes.removed) shown.delete(id)
      order = changes.order ?? order
    },
    openDesk(onState) {
      return {
        start: ({ id, path }, file, memory) =>
          new Promise((resolve) => {
            let isAborted = false
            told.push(`start ${id}`)
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
        pause: (id) => void told.push(`pause ${id}`),
        resume: (id) => void told.push(`resume ${id}`),
        abort: (id) => aborts.get(id)?.(),
        giveUp: ({ md5 }) => void told.push(`give up ${md5}`),
      }
    },
  })
  const aborts = new Map<string, () => void>()
  await queue.open()
  await settled()
  return {
    queue,
    running,
    told,
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
    maxSize: null,
    ...change,
  }
}

/** Bytes of a file that goes in one piece, and alone. */
export const SHORT = new Blob([new Uint8Array(BATCH_FILE_BYTES + 1)])

/** Bytes of a file that takes more than one chunk. */
export const LONG = new Blob([new Uint8Array(CHUNK_SIZE + 1)])
