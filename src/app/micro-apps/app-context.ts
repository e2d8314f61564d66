import { createContext, useContext, useEffect } from 'react'
import * as z from 'zod/mini'
import type { Language } from '../../../contract/envelope.ts'
import { useObservable, type Portal, type SearchKey } from './micro-app.ts'

/** The portal that an application was mounted with. */
export const PortalContext = createContext<Portal | null>(null)

/** Throws outside of an application. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('a component of an application stands outside of its PortalContext')
  return portal
}

export function useLanguage(): Language {
  return useObservable(usePortal().language)
}

export function useOnline(): boolean {
  return useObservable(usePortal().online)
}

/** Offers pages of the application in the portal's search, until the component is removed. */
export function useSearchKeys(keys: readonly SearchKey[]): void {
  const portal = usePortal()
  const text = JSON.stringify(keys)
  useEffect(() => {
    portal.setSearchKeys(JSON.parse(text))
    return () => portal.setSearchKeys([])
  }, [portal, text])
}

/** The keys of an application's texts, as dotted paths. */
export type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]
type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K

const coded = z.object({ code: z.string() })

/** The code of a failed call: the server's, `client.*` without a response, 'unknown' for any other error. */
export function failureCode(error: unknown): string {
  const parsed = coded.safeParse(error)
  return parsed.success ? parsed.data.code : 'unknown'
}

const answered = z.object({ failure: z.object({ http: z.object({ status: z.number(), statusText: z.string() }) }) })

/** Status and status text of a call that failed by its HTTP status, such as '503 Service Unavailable'; null for refusals and other errors. */
export function httpFailure(error: unknown): string | null {
  const parsed = answered.safeParse(error)
  if (!parsed.success || parsed.data.failure.http.status === 200) return null
  const { status, statusText } = parsed.data.failure.http
  // HTTP/2 has no text.
  return `${status} ${statusText}`.trim()
}

const refused = z.object({
  failure: z.object({ envelope: z.object({ fieldErrors: z.array(z.object({ field: z.string() })) }) }),
})

/** The fields of the request that a refusal names; none for other failures. */
export function failureFields(error: unknown): string[] {
  const parsed = refused.safeParse(error)
  return parsed.success ? parsed.data.failure.envelope.fieldErrors.map(({ field }) => field) : []
}
