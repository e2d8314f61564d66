import { createConnectivity } from './connectivity.ts'

/** A server that takes longer than this to say it is well is as good as away. */
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

/** Whether the server can be reached, and the two reports from which this is known. */
export const { online, reportNetworkFailure, reportNetworkSuccess } = connectivity
