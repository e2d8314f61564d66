import { id } from '../../../contract/fields.ts'

/** The pages beside the caller's own folders. */
export const PLACE_PAGES = ['shared', 'hand-ins'] as const

/** A page beside the caller's own folders. Without an id it is the list. */
export interface Place {
  readonly page: (typeof PLACE_PAGES)[number]
  readonly id: string | null
}

/** The address of a page within the application. */
export function placePath({ page, id: of }: Place): string {
  return of === null ? `/${page}` : `/${page}/${of}`
}

/** The page at an address; undefined for an address that is none of these. */
export function readPlace(path: string): Place | undefined {
  const [, page, of] = /^\/(shared|hand-ins)(?:\/([^/]+))?$/.exec(path) ?? []
  if (page !== 'shared' && page !== 'hand-ins') return undefined
  if (of === undefined) return { page, id: null }
  return id.safeParse(of).success ? { page, id: of } : undefined
}
