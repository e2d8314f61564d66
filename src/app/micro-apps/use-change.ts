import { useQueryClient } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { useCall } from '../core/api/call-context.ts'
import { renewShown } from '../core/query/changes.ts'
import { failureCode } from './app-context.ts'

/** Returns the function that makes a change, after which all that is shown is loaded again. Rejects as calls do. */
export function useSend() {
  const call = useCall()
  const client = useQueryClient()
  return async <R extends AnyEndpoint>(endpoint: R, request: RequestOf<R>): Promise<ResponseOf<R>> => {
    try {
      const response = await call(endpoint, request)
      void renewShown(client)
      return response
    } catch (error) {
      // What is shown is not what is there.
      if (failureCode(error) === 'record.changed') void renewShown(client)
      throw error
    }
  }
}
