import { codeTree } from '../../../../contract/endpoints/resources.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../query/query-client.ts'
import { permissionCodes } from './permissions.ts'

/** The user's permission codes in an application, loaded once a page. After a failure there are none, and the next call tries again. */
export function loadPermissions(code: string): Promise<ReadonlySet<string>> {
  return queryClient
    .fetchQuery({
      queryKey: [codeTree.name, { code }],
      queryFn: async ({ signal }) => permissionCodes(await call(codeTree, { code }, { signal })),
      staleTime: Infinity,
      gcTime: Infinity,
      networkMode: 'always',
    })
    .catch(() => new Set<string>())
}
