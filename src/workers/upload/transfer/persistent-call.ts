import { REQUEST_TIMEOUT } from '../../../../contract/limits.ts'
import type { AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import type { Renewal } from '../../../http/renewal.ts'
import type { Attachment } from '../../../http/report-progress.ts'
import { CallFailure, ownFailure } from '../protocol/upload-failures.ts'
import type { WaitReason } from '../protocol/upload-state.ts'
import { orAborted } from '../../or-aborted.ts'
import type { UploadPorts } from './ports.ts'
import { type RetryAfterGate, retryDelay } from './retry.ts'
import type { SendBody } from './send-body.ts'

const RENEWALS = 2
/** After more failures than this without an answer the upload counts as offline, whatever the browser says. */
const SHORT_FAILURES = 2
/** Milliseconds without a byte sent or an answer after which a connection counts as dead; doubled after each such failure, for slow networks. */
const PATIENCE = 60_000
/** A file that failed so often in a batch is sent alone: another file of the batch may be the cause. */
const BATCH_ATTEMPTS = 3

/** Shared by all calls of one upload. */
export interface CallContext {
  readonly session: Renewal
  readonly sendBody: SendBody
  readonly signal: AbortSignal
  readonly ports: UploadPorts
  readonly gate: PauseGate
  readonly waitReasons: WaitReasons
  /** Shared by all uploads. */
  readonly retryAfterGate: RetryAfterGate
}

interface CallOptions {
  readonly attachment?: Attachment
  /** Pausing aborts the call, and it is repeated when resumed. Only for calls that may arrive twice. */
  readonly canBeCut?: boolean
  /** Makes the call as part of a batch; throws as if it had been made alone. */
  readonly sendInBatch?: ((signal: AbortSignal, patience: number) => Promise<unknown>) | undefined
}

/**
 * Repeats a call until it is answered: waits while paused or offline and after temporary faults, and renews an expired session. Resolves with the
 * envelope's data. Throws CallFailure for what repeating does not change, and the signal's reason.
 */
export async function callPersistently<R extends AnyEndpoint>(
  context: CallContext,
  endpoint: R,
  input: RequestOf<R>,
  { attachment, canBeCut = false, sendInBatch }: CallOptions = {},
): Promise<unknown> {
  const { signal, gate, session, sendBody, ports, retryAfterGate } = context
  const waitReason = context.waitReasons.open()
  let attempts = 0
  let patience = PATIENCE
  let renewals = 0
  try {
    for (;;) {
      await gate.pass(signal)
      await retryAfterGate.pass(signal, () => waitReason.set('retrying'))
      waitReason.set(null)
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
          waitReason.set('session')
          renewals += 1
          if (renewals > RENEWALS || !(await session.renew(count))) throw error
        } else {
          attempts = await recover(error)
        }
      }
    }
  } finally {
    waitReason.close()
  }

  /** Holds a slot during the call only: an upload that is paused or offline must not block the others. */
  function send(sendSignal: AbortSignal): Promise<unknown> {
    if (sendInBatch && attempts < BATCH_ATTEMPTS) return sendInBatch(sendSignal, patience)
    const once = () => ports.send(sendSignal, endpoint, input, attachment && { ...attachment, patience })
    return attachment ? sendBody(sendSignal, once) : once()
  }

  /** Waits until repeating makes sense, and returns how many attempts have failed in a row. */
  async function recover(failure: CallFailure): Promise<number> {
    if (failure.code === 'network.failed') {
      patience = Math.min(2 * patience, REQUEST_TIMEOUT)
      if (attachment && !(await ports.canRead(attachment.bytes))) throw ownFailure('storage.file_unreadable')
      if (!ports.isOnline()) {
        waitReason.set('offline')
        await ports.whenOnline(signal)
        return 0
      }
    }
    const failed = attempts + 1
    const delay = retryDelay(failure, failed, ports.random())
    if (delay === undefined) throw failure
    // Retry-After holds for all uploads; the next round waits at the gate.
    if (failure.retryAfter !== undefined) {
      retryAfterGate.close(delay)
      return failed
    }
    waitReason.set(failure.code === 'network.failed' && failed > SHORT_FAILURES ? 'offline' : 'retrying')
    await ports.sleep(signal, delay)
    return failed
  }
}

const WORST_FIRST = ['session', 'offline', 'retrying'] as const

type WaitReasons = ReturnType<typeof createWaitReasons>

/** Collects what the calls of one upload wait for. `onChange` gets why the upload makes no progress; null as long as one call does. */
export function createWaitReasons(onChange: (reason: WaitReason) => void) {
  const byCall = new Map<symbol, WaitReason>()
  let current: WaitReason = null
  function update(): void {
    const reasons = [...byCall.values()]
    const next = reasons.includes(null) ? null : (WORST_FIRST.find((reason) => reasons.includes(reason)) ?? null)
    if (next === current) return
    current = next
    onChange(current)
  }
  return {
    open() {
      const call = Symbol('call')
      byCall.set(call, null)
      return {
        set(reason: WaitReason): void {
          byCall.set(call, reason)
          update()
        },
        close(): void {
          byCall.delete(call)
          update()
        },
      }
    },
  }
}

type PauseGate = ReturnType<typeof createPauseGate>

/** Holds an upload while it is paused. */
export function createPauseGate() {
  let cutting = new AbortController()
  let resumed: Promise<void> = Promise.resolve()
  let open: (() => void) | null = null
  return {
    pause(): void {
      if (open) return
      resumed = new Promise((resolve) => (open = resolve))
      cutting.abort()
    },
    resume(): void {
      if (!open) return
      cutting = new AbortController()
      open()
      open = null
    },
    /** Resolves at once, or when resumed. Throws the signal's reason. */
    async pass(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      if (open) await orAborted(signal, resumed)
      signal.throwIfAborted()
    },
    /** Aborts when the upload is paused, for requests that can be repeated. */
    get cut(): AbortSignal {
      return cutting.signal
    },
  }
}
