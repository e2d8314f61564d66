import { notifyManager, onlineManager, QueryCache, queryOptions } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../api/call.ts'
import { reportFailure } from '../notices/report-failure.ts'
import { session } from '../session/session.ts'
import type { Observable } from '../state/observable.ts'
import { createQueryClient } from './create-query-client.ts'
import { renewNamed } from './renew.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `notice`: a failure is also shown as a notice, because the screen has no place for it. */
    queryMeta: { notice?: boolean }
  }
}

/** The cache of the portal and of its own applications, used after signing in. Queries wait while offline and run again when the network is back. */
export const queryClient = createQueryClient(
  new QueryCache({
    onError(error, { meta }) {
      if (meta?.notice) reportFailure(error)
    },
  }),
)

// By default components hear of a response in a task of its own: what awaits a query would move the focus in a list that is not drawn anew yet.
notifyManager.setScheduler(queueMicrotask)

/** Lets queries wait while `online` is false. */
export function followConnectivity(online: Observable<boolean>): void {
  onlineManager.setEventListener((setOnline) => {
    setOnline(online.current)
    return online.subscribe(() => setOnline(online.current))
  })
}

/** The user whose data the cache holds. */
let owner: string | null = null
session.subscribe(() => {
  if (session.current.status !== 'in') return
  const { userId } = session.current.user
  if (owner !== null && owner !== userId) queryClient.clear()
  owner = userId
})

/** Options of a query of one endpoint, by its name and the request. */
export function endpointQuery<R extends AnyEndpoint>(endpoint: R, request: RequestOf<R>) {
  return queryOptions<ResponseOf<R>>({
    queryKey: [endpoint.name, request],
    queryFn: ({ signal }) => call(endpoint, request, { signal }),
  })
}

/** Loads again what these endpoints returned, where it is shown. A failure is shown as a notice; never rejects. */
export const renew = (...endpoints: readonly AnyEndpoint[]): Promise<void> =>
  renewNamed(
    queryClient,
    endpoints.map(({ name }) => name),
  )
