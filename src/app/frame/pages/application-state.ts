import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Page } from '../../../../contract/pages.ts'
import { createObservable } from '../../core/state/observable.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import type { SearchPage } from '../../features/desktop/palette/search.ts'
import type { ApplicationMessage, SearchKey } from '../../micro-apps/application-message.ts'
import { readViewportQuery, type MicroAppTarget } from '../../micro-apps/viewport/viewport-query.ts'
import { openAddress } from '../../core/navigation/open-address.ts'

/** What an application's file has told of itself by `setApplicationMessage` and `setSearchKeys`. */
interface ApplicationState {
  readonly message: ApplicationMessage
  readonly keys: readonly SearchKey[]
}

const NOTHING: ApplicationState = { message: {}, keys: [] }
const states = createObservable<ReadonlyMap<string, ApplicationState>>(new Map())
const keyOf = ({ app, fileId }: MicroAppTarget) => `${app}/${fileId}`

export function setApplicationState(target: MicroAppTarget, change: Partial<ApplicationState>): void {
  const key = keyOf(target)
  states.set(new Map(states.current).set(key, { ...(states.current.get(key) ?? NOTHING), ...change }))
}

/** A file that starts has told nothing yet. */
export function resetApplicationState(target: MicroAppTarget): void {
  setApplicationState(target, NOTHING)
}

/** The user has left the page of an application, with all that it had loaded. */
export function forgetApplicationStates(): void {
  states.set(new Map())
}

/** The query of an application's page as the viewport reads it: a page without one shows its main file. */
export function viewportSearch({ code }: { code: string }, search: string): string {
  const query = new URLSearchParams(search)
  if (!query.has('app')) query.set('app', code)
  if (!query.has('fileId')) query.set('fileId', code)
  return `?${query.toString()}`
}

/** What the file that the page shows has told; nothing on other pages. */
export function useApplicationState(page: Page | null, search: string): ApplicationState {
  const all = useObservable(states)
  const target = page?.kind === 'application' ? readViewportQuery(viewportSearch(page, search)) : null
  return (target && all.get(keyOf(target))) ?? NOTHING
}

/** The pages of the open application, for the search. */
export function useSearchPages({ keys }: Pick<ApplicationState, 'keys'>): readonly SearchPage[] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(
    () =>
      keys.map((key) => ({
        label: key.name,
        run: () => void openAddress(pathname + search + fragmentOf(key), navigate),
      })),
    [keys, pathname, search, navigate],
  )
}

/** The address of a search key's page in the fragment. */
export function fragmentOf({ path, query }: SearchKey): string {
  const parameters = new URLSearchParams(query).toString()
  return `#${path}${parameters && `?${parameters}`}`
}
