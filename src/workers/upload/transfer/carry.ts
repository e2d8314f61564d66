import { CallFailure, ownFailure } from '../protocol/call-failure.ts'
import type { Lanes } from './lanes.ts'
import type { SessionRenewal } from './session-renewal.ts'

/** What all calls that carry bytes share. */
export interface Carriage {
  readonly session: SessionRenewal
  readonly lanes: Lanes
}

/** Makes a call that carries bytes, once, when a lane is free for it. Throws what the call throws, and 'session.expired' when its bytes would be sent for nothing. */
export function carry<T>(
  { session, lanes }: Carriage,
  signal: AbortSignal,
  bytes: () => number,
  call: () => Promise<T>,
): Promise<T> {
  return lanes.run(signal, bytes, async () => {
    // It came into the place of one that heard so.
    if (session.isRunning) throw ownFailure('session.expired')
    try {
      return await call()
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'network.failed') lanes.broke()
      throw error
    }
  })
}
