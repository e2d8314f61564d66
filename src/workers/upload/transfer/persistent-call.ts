import { REQUEST_TIMEOUT } from '../../../../contract/limits.ts'
import type { AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import { CallFailure, ownFailure } from '../protocol/upload-failures.ts'
import { type TransferDeps, sendBody } from './concurrency-limiter.ts'
import { type Attachment, orAborted, type UploadPorts } from './ports.ts'
import { type RetryAfterGate, retryDelay } from './retry.ts'
import type { WaitReason } from '../protocol/upload-state.ts'

/** A session that is refused again right after it was renewed is not renewed for ever. */
const RENEWALS = 2
/** After more tries than this that nobody answered, the network is away, whatever the browser says. */
const SHORT_FAILURES = 2
/** So many milliseconds without a byte moving or an answer count as a dead connection; twice as many after each such failure, for lines so slow that it was none. */
const PATIENCE = 60_000
/** What failed so often in company is tried alone: one of the others may be why. */
const BATCH_ATTEMPTS = 3

/** What all calls of one upload share. */
export interface CallContext extends TransferDeps {
  readonly signal: AbortSignal
  readonly ports: UploadPorts
  readonly gate: PauseGate
  readonly waitReasons: WaitReasons
  /** The patience that the server asked for, of all uploads. */
  readonly retryAfterGate: RetryAfterGate
}

export interface CallOptions {
  readonly attachment?: Attachment
  /** Pausing cuts the call short, and it is made again when resumed. Only for calls that may arrive twice without harm. */
  readonly canBeCut?: boolean
  /** Makes the call in the company of others; throws as if it had been made alone. */
  readonly sendInBatch?: ((signal: AbortSignal, patience: number) => Promise<unknown>) | undefined
}

/**
 * Makes a call until it is answered: waits out pauses, lost networks and faults that pass, and renews the session when it has ended. Resolves
 * with the envelope's data. Throws CallFailure for what repeating does not change, and the signal's reason.
 */
export async function callPersistently<R extends AnyEndpoint>(
  context: CallContext,
  endpoint: R,
  input: RequestOf<R>,
  { attachment, canBeCut = false, sendInBatch }: CallOptions = {},
): Promise<unknown> {
  const { signal, gate, session, waitReasons } = context
  const line = waitReasons.open()
  let attempts = 0
  let patience = PATIENCE
  let renewals = 0
  try {
    for (;;) {
      await gate.pass(signal)
      await context.retryAfterGate.pass(signal, () => line.set('retrying'))
      line.set(null)
      const { count } = session
      const { cut } = gate
      try {
        return await send(canBeCut ? AbortSignal.any([signal, cut]) : signal)
      } catch (error) {
        signal.throwIfAborted()
        attachment?.onSent(0)
        if (canBeCut && cut.aborted) continue
        if (!(error instanceof CallFailure)) throw error
        if (error.status === 401) {
          line.set('session')
          renewals += 1
          if (renewals > RENEWALS || !(await session.renew(count))) throw error
        } else {
          attempts = await recover(error)
        }
      }
    }
  } finally {
    line.close()
  }

  /** A place is taken for the time of the call only: an upload that is paused or without a network must not keep it from the others. */
  function send(sendSignal: AbortSignal): Promise<unknown> {
    if (sendInBatch && attempts < BATCH_ATTEMPTS) return sendInBatch(sendSignal, patience)
    const once = () => context.ports.send(sendSignal, endpoint, input, attachment && { ...attachment, patience })
    return attachment ? sendBody(context, sendSignal, () => attachment.bytes.size, once) : once()
  }

  /** Waits until trying again makes sense, and returns how many tries now count as failed. */
  async function recover(failure: CallFailure): Promise<number> {
    const { ports } = context
    if (failure.code === 'network.failed') {
      patience = Math.min(2 * patience, REQUEST_TIMEOUT)
      if (attachment && !(await ports.canRead(attachment.bytes))) throw ownFailure('storage.file_unreadable')
      if (!ports.isOnline()) {
        line.set('offline')
        await ports.whenOnline(signal)
        return 0
      }
    }
    const failed = attempts + 1
    const delay = retryDelay(failure, failed, ports.random())
    if (delay === undefined) throw failure
    // Whoever asks for patience asks it of everybody; the next call waits for it.
    if (failure.retryAfter !== undefined) {
      context.retryAfterGate.close(delay)
      return failed
    }
    line.set(failure.code === 'network.failed' && failed > SHORT_FAILURES ? 'offline' : 'retrying')
    await ports.sleep(signal, delay)
    return failed
  }
}

const WORST_FIRST = ['session', 'offline', 'retrying'] as const

/** Collects what the calls of one upload wait for. */
export interface WaitReasons {
  /** Opens a line for one call, and returns how to write on it and how to close it. */
  open(): { set(stall: WaitReason): void; close(): void }
  /** Why the upload as a whole does not move; null as long as one call does. */
  readonly stall: WaitReason
}

/** An empty board; `onChange` is called when the whole changes. */
export function createWaitReasons(onChange: () => void): WaitReasons {
  const lines = new Map<symbol, WaitReason>()
  let shown: WaitReason = null
  function update(): void {
    const waitReasons = [...lines.values()]
    const next = waitReasons.includes(null) ? null : (WORST_FIRST.find((stall) => waitReasons.includes(stall)) ?? null)
    if (next === shown) return
    shown = next
    onChange()
  }
  return {
    open() {
      const line = Symbol('call')
      lines.set(line, null)
      return {
        set(stall) {
          lines.set(line, stall)
          update()
        },
        close() {
          lines.delete(line)
          update()
        },
      }
    },
    get stall() {
      return shown
    },
  }
}

/** Lets an upload through, or holds it until it is resumed. */
export interface PauseGate {
  pause(): void
  resume(): void
  /** Resolves at once, or when resumed. Throws the signal's reason. */
  pass(signal: AbortSignal): Promise<void>
  /** Aborts when the upload is paused, for requests that can be cut short and repeated. */
  readonly cut: AbortSignal
}

/** An open gate. */
export function createPauseGate(): PauseGate {
  let cutting = new AbortController()
  let resumed: Promise<void> = Promise.resolve()
  let open: (() => void) | null = null
  return {
    pause() {
      if (open) return
      resumed = new Promise((resolve) => (open = resolve))
      cutting.abort()
    },
    resume() {
      if (!open) return
      cutting = new AbortController()
      open()
      open = null
    },
    async pass(signal) {
      signal.throwIfAborted()
      if (open) await orAborted(signal, resumed)
      signal.throwIfAborted()
    },
    get cut() {
      return cutting.signal
    },
  }
}
