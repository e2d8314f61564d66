import { hashKey, useQueryClient } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { createUseChange } from '../../src/app/micro-apps/use-change.ts'
import { useForm } from '../../src/app/ui/form/use-form.ts'
import { useReason, useTexts } from './portal-context.ts'

export { useSend } from '../../src/app/micro-apps/use-change.ts'

export const useChange = createUseChange(useTexts, useReason)

/** A form whose failures are told in the application's words. */
export const useAdministrationForm: typeof useForm = (options) => useForm({ describe: useReason(), ...options })

/**
 * Returns the function that shows a response that a change returned in place of what an endpoint returned before; everything else that is shown is loaded
 * again.
 */
export function useShowResponse() {
  const client = useQueryClient()
  return async <R extends AnyEndpoint>(endpoint: R, request: RequestOf<R>, response: ResponseOf<R>): Promise<void> => {
    const queryKey = [endpoint.name, request]
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, response)
    void client.invalidateQueries({ predicate: (query) => query.queryHash !== hashKey(queryKey) })
  }
}
