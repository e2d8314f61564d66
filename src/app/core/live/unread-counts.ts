import { queryOptions, useQuery } from '@tanstack/react-query'
import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import { BELL_CAP } from '../../../../contract/limits.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../query/query-client.ts'

/** The numbers of unread messages and to-dos. Only live events bring them. */
export const countsQuery = { ...endpointQuery(messages.unhandledCount, {}), enabled: false }

/** Undefined until the first event. */
export const useCounts = () => useQuery(countsQuery).data

/** The bell's count: nothing for zero, and at most "99+". */
export function bellText(count: number): string {
  if (count <= 0) return ''
  return count > BELL_CAP ? `${BELL_CAP}+` : String(count)
}

/** Whether the unit's bell shows a dot instead of a number. */
export const bellDotQuery = queryOptions({
  queryKey: [messages.config.name],
  async queryFn({ signal }) {
    const { config } = await call(messages.config, {}, { signal })
    return messages.messageConfig.parse(JSON.parse(config)).pcOpen === 1
  },
})
