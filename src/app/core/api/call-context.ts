import { createContext, use } from 'react'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from './call.ts'

/** Makes a call of the contract. Rejects with CallError; shows nothing. */
export type Caller = <R extends AnyEndpoint>(
  endpoint: R,
  request: RequestOf<R>,
  options?: { readonly signal?: AbortSignal },
) => Promise<ResponseOf<R>>

/** How components make calls: within an application in its name, and with the licence's dialog. */
export const CallContext = createContext<Caller>(call)

export function useCall(): Caller {
  return use(CallContext)
}
