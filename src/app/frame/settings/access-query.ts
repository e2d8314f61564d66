import { adminAccess } from '../../../../contract/endpoints/sign-in/admin-access.ts'
import { endpointQuery } from '../../core/query/query-client.ts'

/** Whether this session may administer: asked whenever the administration is opened, and not again after each change in it. */
export const accessQuery = {
  ...endpointQuery(adminAccess, {}),
  staleTime: Infinity,
  refetchOnMount: 'always',
  refetchOnReconnect: 'always',
} as const
