import { secondStep } from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { endpointQuery } from '../../../core/query/query-client.ts'

/** Whether the user's second step is on. A proof asks for it whatever the browser says of the network. */
export const secondStepQuery = { ...endpointQuery(secondStep, {}), networkMode: 'always' } as const
