import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Language } from '../../../contract/envelope.ts'
import { useObservable, type Portal, type SearchKey } from './micro-app.ts'

export { failureText } from '../core/notices/failure-text.ts'

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

/** Gives a text of an application in the current language. */
export type Translator<T> = (key: KeysOf<T>, values?: Record<string, string | number>) => string

/** The texts of an application, whose code is their namespace; redraws when the language changes. */
export function useTextsOf<T>(namespace: string): Translator<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- i18next knows the types of the portal's own namespaces only
  const { t } = useTranslation(namespace as 'common', { i18n: usePortal().language.i18n })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  return (key, values) => t(key as string as 'confirm', values)
}

const coded = z.object({ code: z.string() })

/** The code of a failed call: the server's, `client.*` without a response, 'unknown' for any other error. */
export function failureCode(error: unknown): string {
  const parsed = coded.safeParse(error)
  return parsed.success ? parsed.data.code : 'unknown'
}

const refused = z.object({
  failure: z.object({ envelope: z.object({ fieldErrors: z.array(z.object({ field: z.string() })) }) }),
})

/** What a refusal with this code says besides, such as who is in the way; null for other failures. */
export function refusalData<T>(error: unknown, code: string, schema: z.core.$ZodType<T>): T | null {
  const withData = z.object({ failure: z.object({ envelope: z.object({ data: schema }) }) })
  return failureCode(error) === code ? (withData.safeParse(error).data?.failure.envelope.data ?? null) : null
}

/** The fields of the request that a refusal names; none for other failures. */
export function failureFields(error: unknown): string[] {
  const parsed = refused.safeParse(error)
  return parsed.success ? parsed.data.failure.envelope.fieldErrors.map(({ field }) => field) : []
}
