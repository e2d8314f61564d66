import { upload, uploadBatch } from '../../../../contract/endpoints/storage.ts'
import { REQUEST_TIMEOUT, BATCH_BYTES, BATCH_FILE_BYTES, BATCH_FILES } from '../../../../contract/limits.ts'
import type { RequestOf } from '../../../../contract/endpoint.ts'
import { offersCompany, readTogether } from '../protocol/answers.ts'
import { CallFailure } from '../protocol/call-failure.ts'
import { carry, type Carriage } from './carry.ts'
import type { Attachment, UploadPorts } from './ports.ts'
import { retryDelay } from './retry-delay.ts'

/** A small file, as it would be sent alone. */
export interface SmallUpload {
  readonly input: RequestOf<typeof upload>
  readonly attachment: Attachment
}

/** The calls in which small files travel: several in one, where the server takes that, and each answered as if it had come alone. */
export interface Parcels {
  takes(file: Blob): boolean
  /** Resolves with what the server says of this file. Throws CallFailure, of this file or of the whole call, and the signal's reason. */
  send(signal: AbortSignal, file: SmallUpload): Promise<unknown>
}

interface Traveller extends SmallUpload {
  readonly signal: AbortSignal
  readonly resolve: (data: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** Files that travel alone are asked for by so many calls at most, which is more than there are lanes. */
const ALONE_AT_ONCE = 6

/** No parcels under way. A server is believed to take several files in a call once it says so about one that came alone. */
export function createParcels(ports: Pick<UploadPorts, 'send'>, carriage: Carriage): Parcels {
  let waiting: Traveller[] = []
  /** Calls that wait for a lane or are made. */
  let loading = 0
  let moving = 0
  let offer: 'none' | 'made' | 'withdrawn' = 'none'

  /** While one parcel is under way the next fills up: half-empty ones cost the server as much. */
  function wanted(): number {
    if (offer !== 'made') return Math.min(waiting.length, ALONE_AT_ONCE)
    const full = Math.floor(waiting.length / BATCH_FILES) + (fits(waiting).length < waiting.length ? 1 : 0)
    return Math.max(full, waiting.length > 0 && moving === 0 ? 1 : 0)
  }

  function dispatch(): void {
    while (loading < wanted()) void go()
  }

  async function go(): Promise<void> {
    const parcel = new AbortController()
    let loaded: readonly Traveller[] = []
    loading += 1
    try {
      await carry(
        carriage,
        parcel.signal,
        () => sizeOf(loaded),
        async () => {
          loaded = load()
          loading -= 1
          moving += 1
          try {
            await deliver(parcel, loaded)
          } finally {
            moving -= 1
          }
        },
      )
    } catch (error) {
      if (loaded.length === 0) loading -= 1
      for (const { reject } of loaded.length > 0 ? loaded : load()) reject(error)
    }
    dispatch()
  }

  /** Takes off the line what goes into one call. */
  function load(): readonly Traveller[] {
    const loaded = offer === 'made' ? fits(waiting) : waiting.slice(0, 1)
    const gone = new Set(loaded)
    waiting = waiting.filter((one) => !gone.has(one))
    return loaded
  }

  async function deliver(parcel: AbortController, loaded: readonly Traveller[]): Promise<void> {
    const [first, ...others] = loaded
    if (!first) return
    // The others need not suffer from one that is cancelled; without any there is nothing to send.
    const leave = () => {
      if (loaded.every(({ signal }) => signal.aborted)) parcel.abort(first.signal.reason)
    }
    for (const { signal } of loaded) signal.addEventListener('abort', leave)
    leave()
    try {
      if (others.length > 0) await sendTogether(parcel.signal, loaded)
      else await sendAlone(parcel.signal, first)
    } finally {
      for (const { signal } of loaded) signal.removeEventListener('abort', leave)
    }
  }

  async function sendAlone(signal: AbortSignal, { input, attachment, resolve }: Traveller): Promise<void> {
    const data = await ports.send(signal, upload, input, attachment)
    if (offer === 'none' && offersCompany(data)) offer = 'made'
    resolve(data)
  }

  async function sendTogether(signal: AbortSignal, loaded: readonly Traveller[]): Promise<void> {
    const bytes = new Blob(loaded.map(({ attachment }) => attachment.bytes))
    const patience = Math.max(...loaded.map((one) => one.attachment.patience ?? REQUEST_TIMEOUT))
    const attachment = { bytes, name: 'together', patience, onSent: (sent: number) => tellSent(loaded, sent) }
    const { serverid } = loaded[0]?.input ?? { serverid: '' }
    const files = JSON.stringify(loaded.map(describe))
    try {
      const results = readTogether(
        await ports.send(signal, uploadBatch, { serverid, files }, attachment),
        loaded.length,
      )
      for (const [at, { resolve, reject }] of loaded.entries()) {
        const result = results[at]
        if (result && 'file' in result) resolve(result.file)
        else if (result) reject(failureOf(result.failure))
      }
    } catch (error) {
      if (!(error instanceof CallFailure) || error.status === 401 || retryDelay(error, 1, 0) !== undefined) throw error
      // It refuses the parcel and not the files: they go one by one.
      offer = 'withdrawn'
      waiting.unshift(...loaded.filter((one) => !one.signal.aborted))
    }
  }

  return {
    takes: (file) => file.size <= BATCH_FILE_BYTES,
    send(signal, file) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting = waiting.filter((one) => one !== traveller)
          reject(signal.reason)
        }
        const end = <T>(work: (value: T) => void) => {
          return (value: T) => {
            signal.removeEventListener('abort', leave)
            work(value)
          }
        }
        const traveller: Traveller = { ...file, signal, resolve: end(resolve), reject: end(reject) }
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', leave)
        waiting.push(traveller)
        dispatch()
      })
    },
  }
}

/** The first of the line that fit into one call. */
function fits(waiting: readonly Traveller[]): readonly Traveller[] {
  const serverid = waiting[0]?.input.serverid
  let room = BATCH_BYTES
  const end = waiting.findIndex(({ input, attachment }, at) => {
    room -= attachment.bytes.size
    return at === BATCH_FILES || room < 0 || input.serverid !== serverid
  })
  return end < 0 ? waiting : waiting.slice(0, end)
}

function describe({ input: { md5, name, folderId }, attachment }: Traveller): object {
  return { name: name ?? attachment.name, md5, size: attachment.bytes.size, folderId }
}

function sizeOf(travellers: readonly Traveller[]): number {
  return travellers.reduce((sum, { attachment }) => sum + attachment.bytes.size, 0)
}

/** Tells each how much of it is on its way: they lie one behind the other. */
function tellSent(travellers: readonly Traveller[], sent: number): void {
  let left = sent
  for (const { signal, attachment } of travellers) {
    const own = Math.min(left, attachment.bytes.size)
    left -= own
    if (!signal.aborted) attachment.onSent(own)
  }
}

function failureOf(failure: {
  code: string
  status: number
  message: string
  retryAfter?: number | undefined
}): CallFailure {
  const { code, status, message, retryAfter } = failure
  return new CallFailure(code, status, message, retryAfter === undefined ? undefined : retryAfter * 1000)
}
