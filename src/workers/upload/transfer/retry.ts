import type { UploadPorts } from './ports.ts'

const FIRST = 500
const LONGEST = 30_000
/** After so many tries in a row, about two minutes, a server that fails is left to a person; one that is away is not given up. */
const ATTEMPTS = 9
/** What the server cannot read may have come by half, which happens seldom, and three times in a row to nobody. */
const UNREADABLE_ATTEMPTS = 3
/** A server that asks for more patience than this is not worth a waiting person's time. */
const PATIENCE = 600_000

/** Not implemented, HTTP version, out of space: waiting does not help. */
const LASTING_FAULTS: readonly number[] = [501, 505, 507]

/**
 * Milliseconds to wait before the same request is made again, or undefined when that makes no sense: repeating helps when nobody answered
 * (status 0) or the answer or the request did not arrive whole, against faults of the server, and when it asked for it (408, 429), never against any
 * other refusal. `attempts` counts the tries so far; `random` is from 0 to 1 and keeps many clients from coming back at the same moment.
 */
export function retryDelay(
  failure: { readonly code: string; readonly status: number; readonly retryAfter: number | undefined },
  attempts: number,
  random: number,
): number | undefined {
  const most = isUnreadable(failure) ? UNREADABLE_ATTEMPTS : ATTEMPTS
  if (!canPass(failure) || (attempts >= most && !isAway(failure))) return undefined
  if (failure.retryAfter === undefined) {
    return Math.min(LONGEST, FIRST * 2 ** Math.min(attempts - 1, ATTEMPTS)) * (0.5 + random / 2)
  }
  return failure.retryAfter > PATIENCE ? undefined : failure.retryAfter + random * FIRST
}

function canPass({ code, status }: { code: string; status: number }): boolean {
  if (isUnreadable({ code, status })) return true
  // What is no answer may be half of one, or what a hotel's network says before somebody signs in there.
  if (status === 0) return code === 'network.failed' || code === 'network.answer'
  if (status === 408 || status === 429) return true
  return status >= 500 && !LASTING_FAULTS.includes(status)
}

/** What the portal says of fields that are missing or cut off, and its client sends none such. */
function isUnreadable({ code, status }: { code: string; status: number }): boolean {
  return status === 400 && code === 'request.invalid'
}

/** Nobody answered, or a proxy said that nobody does. */
function isAway({ code, status }: { code: string; status: number }): boolean {
  return code === 'network.failed' || status === 429 || (status >= 502 && status <= 504)
}

/** The time in which a server that asked for patience is not asked anything, by any upload. */
export interface RetryAfterGate {
  /** Nobody calls for so many milliseconds from now. */
  close(milliseconds: number): void
  /** Resolves when calls may be made; `onWait` is called when that is not at once. Throws the signal's reason. */
  pass(signal: AbortSignal, onWait: () => void): Promise<void>
}

/** No quiet time as yet. */
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
  /** How often it was renewed so far; a call notes it before it starts. */
  readonly count: number
  /** Whether it is being renewed just now, so that a call would only hear that it has ended. */
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
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
