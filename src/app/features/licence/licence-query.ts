import { queryOptions } from '@tanstack/react-query'
import * as licence from '../../../../contract/endpoints/units/licence.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../core/api/call.ts'
import { tryStorage } from '../../core/storage/local-keys.ts'

/** Whether the user's unit may use a service, asked once in a session of the browser: an application opens offline where it was open before. */
export function licenceQuery({ userId, unitId }: Pick<SessionUser, 'userId' | 'unitId'>, serverId: string) {
  const key = `licence_${userId}_${serverId}`
  return queryOptions({
    queryKey: [licence.unit.name, { unitId, serverId }],
    async queryFn({ signal }) {
      const licensed = await call(licence.unit, { unitId, serverId }, { signal })
      tryStorage(() => sessionStorage.setItem(key, String(licensed)))
      return licensed
    },
    initialData: () => {
      const kept = tryStorage(() => sessionStorage.getItem(key))
      return kept === null ? undefined : kept === 'true'
    },
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
    // Not by itself with this network mode: what could not be asked is asked when the network is back.
    refetchOnReconnect: true,
  })
}
