import type { CallFailure } from '../protocol/upload-failures.ts'
import type { UploadPorts } from './ports.ts'

const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000
/** Failed attempts in a row, about two minutes, before the user has to decide; an unreachable server is tried without end. */
const ATTEMPTS = 9
/** A request may arrive damaged, but hardly so many times in a row: where every fourth one is, that happens to one of a thousand. */
const UNREADABLE_ATTEMPTS = 6
/** Milliseconds. */
const LONGEST_RETRY_AFTER = 600_000

/** Not implemented, HTTP version, out of space: waiting does not help. */
const LASTING_FAULTS: readonly number[] = [501, 505, 507]

type Failure = Pick<CallFailure, 'code' | 'status' | 'retryAfter'>

/**
 * Milliseconds before the same request is repeated, or undefined when repeating makes no sense. Repeats without an answer (status 0), when answer or
 * request were damaged, on server faults, and when asked for (408, 429); never on another refusal. `attempts` counts those so far; `random` (0 to 1)
 * spreads the clients.
 */
export function retryDelay(failure: Failure, attempts: number, random: number): number | undefined {
  const most = isUnreadable(failure) ? UNREADABLE_ATTEMPTS : ATTEMPTS
  if (!isTemporary(failure) || (attempts >= most && !isUnreachable(failure))) return undefined
  if (failure.retryAfter === undefined) {
    return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(attempts - 1, ATTEMPTS)) * (0.5 + random / 2)
  }
  return failure.retryAfter > LONGEST_RETRY_AFTER ? undefined : failure.retryAfter + random * FIRST_DELAY
}

function isTemporary(failure: Failure): boolean {
  const { code, status } = failure
  if (isUnreadable(failure)) return true
  // An unreadable answer may be cut off, or come from a captive portal.
  if (status === 0) return code === 'network.failed' || code === 'network.answer'
  if (status === 408 || status === 429) return true
  return status >= 500 && !LASTING_FAULTS.includes(status)
}

/** The portal's answer to missing or truncated fields, which this client never sends. */
function isUnreadable({ code, status }: Failure): boolean {
  return status === 400 && code === 'request.invalid'
}

/** No answer, or a proxy's answer for a server that gave none. */
function isUnreachable({ code, status }: Failure): boolean {
  return code === 'network.failed' || status === 429 || (status >= 502 && status <= 504)
}

export type RetryAfterGate = ReturnType<typeof createRetryAfterGate>

/** Holds the calls of all uploads for as long as the server asks for by Retry-After. */
export function createRetryAfterGate({ now, sleep }: Pick<UploadPorts, 'now' | 'sleep'>) {
  let until = -Infinity
  return {
    close(milliseconds: number): void {
      until = Math.max(until, now() + milliseconds)
    },
    /** Resolves when the gate is open; calls `onWait` when that is not at once. Throws the signal's reason. */
    async pass(signal: AbortSignal, onWait: () => void): Promise<void> {
      for (let rest = until - now(); rest > 0; rest = until - now()) {
        onWait()
        await sleep(signal, rest)
      }
    },
  }
}
