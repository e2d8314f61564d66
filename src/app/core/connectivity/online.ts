import { schedule } from '../timing/bounded-wait.ts'
import { createConnectivity } from './connectivity.ts'

/** Milliseconds; a slower server counts as unreachable. */
const ASK_WAIT = 5000

export const { online, reportNetworkFailure, reportNetworkSuccess } = createConnectivity({
  browserOnline: () => navigator.onLine,
  page: globalThis,
  async askServer() {
    try {
      const signal = AbortSignal.timeout(ASK_WAIT)
      return (await fetch('/healthz', { cache: 'no-store', redirect: 'error', signal })).ok
    } catch {
      return false
    }
  },
  schedule,
  random: Math.random,
})
