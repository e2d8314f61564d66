import { queryOptions } from '@tanstack/react-query'
import { codeTree } from '../../../../contract/endpoints/applications/resources.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../query/query-client.ts'
import { createObservable, type Observable } from '../state/observable.ts'
import { permissionCodes } from './permissions.ts'

/** The code of the tree that has the permissions of all applications. */
export const EVERY_APPLICATION = ''

/** The user's permission codes in an application, loaded once a page. */
export const permissionsQuery = (code: string) =>
  queryOptions({
    queryKey: [codeTree.name, { code }],
    queryFn: async ({ signal }) => permissionCodes(await call(codeTree, { code }, { signal })),
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
  })

/** The same at once: after a failure there are none, and the next call tries again. */
export function loadPermissions(code: string): Promise<ReadonlySet<string>> {
  return queryClient.fetchQuery(permissionsQuery(code)).catch(() => new Set<string>())
}

const renewals = createObservable(0)

/** Changes after the permissions were loaded again. */
export const permissionRenewals: Observable<number> = renewals

/** Loads again what was loaded before: the user's rights have changed. Never rejects; after a failure the earlier ones stay. */
export async function renewPermissions(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: [codeTree.name], type: 'all' })
  renewals.set(renewals.current + 1)
}
