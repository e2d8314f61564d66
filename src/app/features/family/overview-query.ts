import * as family from '../../../../contract/endpoints/family/family.ts'
import { endpointQuery, queryClient } from '../../core/query/query-client.ts'

/** The messages and to-dos of all children of the signed-in parent. */
export const overviewQuery = endpointQuery(family.overview, {})

/** Loads the overview again where it is shown. Never rejects; a failure keeps what is shown. */
export const renewOverview = () => queryClient.invalidateQueries(overviewQuery)
