import { queryOptions } from '@tanstack/react-query'
import { ownSessions, ownSignInEvents } from '../../../../contract/endpoints/account.ts'
import { call } from '../../core/api/call.ts'
import { renew } from '../../core/query/query-client.ts'

/** The user's devices and what happened to the account lately: both change together. */
export const accountQuery = queryOptions({
  queryKey: [ownSessions.name, ownSignInEvents.name],
  queryFn: async ({ signal }) => {
    const [sessions, events] = await Promise.all([
      call(ownSessions, {}, { signal }),
      call(ownSignInEvents, {}, { signal }),
    ])
    return { sessions, events }
  },
})

/** Loads devices and events again after a change. Never rejects. */
export const renewAccount = () => renew(ownSessions)
