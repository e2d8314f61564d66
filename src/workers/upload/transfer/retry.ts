import type { UploadPorts } from './ports.ts'

const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000
/** Failed attempts in a row, about two minutes, before the user has to decide; a server that cannot be reached is tried on and on. */
const ATTEMPTS = 9
/** A request may arrive damaged, but hardly three times in a row. */
const UNREADABLE_ATTEMPTS = 3
/** The longest Retry-After that is waited for, in milliseconds. */
const LONGEST_RETRY_AFTER = 600_000

/** Not implemented, HTTP version, out of space: waiting does not help. */
const LASTING_FAULTS: readonly number[] = [501, 505, 507]

interface Failure {
  readonly code: string
  readonly status: number
  readonly retryAfter: number | undefined
}

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

/** Holds the calls of all uploads for as long as a server asked for by Retry-After. */
export interface RetryAfterGate {
  /** Closes the gate for so many milliseconds from now. */
  close(milliseconds: number): void
  /** Resolves when the gate is open; calls `onWait` when that is not at once. Throws the signal's reason. */
  pass(signal: AbortSignal, onWait: () => void): Promise<void>
}

/** An open gate. */
export function createRetryAfterGate({ now, sleep }: Pick<UploadPorts, 'now' | 'sleep'>): RetryAfterGate {
  let until = -Infinity
  return {
    close(milliseconds) {
      until = Math.max(until, now() + milliseconds)
    },
    async pass(signal, onWait) {
      for (let rest = until - now(); rest > 0; rest = until - now()) {
        onWait()
        await sleep(signal, rest)
      }
    },
  }
}

/** Renews the session once for all calls that wait for it. */
export interface SessionRenewal {
  /** Renewals so far; a call notes the number before it starts. */
  readonly count: number
  /** Whether a renewal is under way, so that any call would get a 401. */
  readonly isRunning: boolean
  /** Resolves to whether repeating makes sense. A call that began before the last renewal need not renew again. */
  renew(countBefore: number): Promise<boolean>
}

/** `renewOnce` asks the page. */
export function createSessionRenewal(renewOnce: () => Promise<boolean>): SessionRenewal {
  let count = 0
  let running: Promise<boolean> | null = null
  return {
    get count() {
      return count
    },
    get isRunning() {
      return running !== null
    },
    renew(countBefore) {
      if (countBefore < count) return Promise.resolve(true)
      running ??= renewOnce()
        .then((renewed) => {
          if (renewed) count += 1
          return renewed
        })
        .finally(() => (running = null))
      return running
    },
  }
}
