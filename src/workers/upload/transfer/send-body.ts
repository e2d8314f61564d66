import pLimit from 'p-limit'
import type { Renewal } from '../../../http/renewal.ts'
import { CallFailure, ownFailure } from '../protocol/upload-failures.ts'
import { orAborted } from '../../or-aborted.ts'
import type { UploadPorts } from './ports.ts'

/** Makes a call with a body once a slot is free. Throws what the call throws, 'session.expired' during a renewal, and the signal's reason. */
export type SendBody = <T>(signal: AbortSignal, call: () => Promise<T>) => Promise<T>

/** Calls that must succeed before one more is made at once, after connections were lost. */
const SUCCESSES_PER_STEP = 8

/**
 * Limits the calls with a body over all uploads to as many as there are connections for. Each lost connection halves the limit: what was on its way
 * is sent twice. Without that a line that breaks all the time takes 1.8 times as long (docs/develop/performance.md).
 */
export function createSendBody({ maxConnections }: Pick<UploadPorts, 'maxConnections'>, session: Renewal): SendBody {
  const limit = pLimit(maxConnections())
  /** Connections not to use for now. */
  let spared = 0
  let successes = 0

  function adjust(): void {
    limit.concurrency = Math.max(1, maxConnections() - spared)
  }

  function onSuccess(): void {
    successes += 1
    if (successes % SUCCESSES_PER_STEP === 0 && spared > 0) spared -= 1
  }

  function onConnectionLost(): void {
    successes = 0
    spared = maxConnections() - Math.max(1, Math.floor(limit.concurrency / 2))
    adjust()
  }

  /** Resolves with what frees the slot. */
  async function takeSlot(signal: AbortSignal): Promise<() => void> {
    adjust()
    const taken = new Promise<() => void>((take) => void limit(() => new Promise<void>(take)))
    try {
      return await orAborted(signal, taken)
    } catch (error) {
      void taken.then((free) => free())
      throw error
    }
  }

  return async (signal, call) => {
    const free = await takeSlot(signal)
    let failed = true
    try {
      // Another call already got a 401; sending this body would be wasted.
      if (session.isRunning) throw ownFailure('session.expired')
      const answer = await call()
      onSuccess()
      failed = false
      return answer
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'network.failed') onConnectionLost()
      throw error
    } finally {
      // A failure may end its upload, whose next call must not begin before that.
      if (failed) setTimeout(free)
      else free()
    }
  }
}
