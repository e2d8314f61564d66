import { createConnectivity } from './connectivity.ts'

/** Milliseconds; a slower server counts as unreachable. */
const ASK_WAIT = 5000

const connectivity = createConnectivity({
  browserOnline: () => navigator.onLine,
  page: globalThis,
  async askServer() {
    try {
      const answer = await fetch('/healthz', {
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(ASK_WAIT),
      })
      return answer.ok
    } catch {
      return false
    }
  },
  schedule(run, milliseconds) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  random: Math.random,
})

export const { online, reportNetworkFailure, reportNetworkSuccess } = connectivity
