import wretch from 'wretch'
import { schedule } from '../timing/bounded-wait.ts'
import { createConnectivity } from './connectivity.ts'

/** Milliseconds; a slower server counts as unreachable. */
const ASK_WAIT = 5000

/** Whether the server answers now. Never rejects. */
export function askServer(): Promise<boolean> {
  const signal = AbortSignal.timeout(ASK_WAIT)
  const health = wretch('/healthz', { cache: 'no-store', redirect: 'error', signal })
  return health
    .get()
    .res(() => true)
    .catch(() => false)
}

export const { online, reportNetworkFailure, reportNetworkSuccess } = createConnectivity({
  browserOnline: () => navigator.onLine,
  page: globalThis,
  askServer,
  schedule,
  random: Math.random,
})
