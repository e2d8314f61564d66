import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { usePortal, useTexts } from '../portal.ts'
import { arrivingIn, type Location } from './arriving-folders.ts'

/** How the uploads into a folder stand. */
export interface Arrivals {
  readonly subscribe: (listener: () => void) => () => void
  /** Computed once for each list of uploads. */
  read(): ReturnType<typeof arrivingIn>
}

/** Of the folder that is shown; its rows read their own progress, so that the list is not drawn with every piece that is sent. */
export const ArrivalsContext = createContext<Arrivals | null>(null)

function createArrivals(items: PortalUpload['items'], location: Location): Arrivals {
  let known: { of: typeof items.current; found: ReturnType<typeof arrivingIn> } | undefined
  return {
    subscribe: (listener) => items.subscribe(listener),
    read() {
      if (known?.of !== items.current) known = { of: items.current, found: arrivingIn(items.current, location) }
      return known.found
    },
  }
}

/** The uploads into a folder; the names of arriving folders and whether files arrive, which change seldom, redraw. */
export function useArrivals({ folderId, path }: Location) {
  const { items } = usePortal().upload
  // The page gives a new array with each drawing.
  const way = JSON.stringify(path.map(({ id, name }) => ({ id, name })))
  const arrivals = useMemo(() => createArrivals(items, { folderId, path: JSON.parse(way) }), [items, folderId, way])
  const key = useSyncExternalStore(arrivals.subscribe, () => JSON.stringify([...arrivals.read().folders.keys()]))
  const isArriving = useSyncExternalStore(arrivals.subscribe, () => arrivals.read().loose > 0)
  const names = useMemo((): readonly string[] => JSON.parse(key), [key])
  return { arrivals, names, isArriving }
}

/** What is on its way into a folder of the list; what it is otherwise when that is nothing. */
export function FolderProgress({ name, children }: { name: string; children: string }) {
  const t = useTexts()
  const arrivals = useContext(ArrivalsContext)
  const read = useCallback(() => {
    const found = arrivals?.read().folders.get(name)
    return found ? `${found.done} ${found.total} ${Math.floor(found.fraction * 100)}` : ''
  }, [arrivals, name])
  const subscribe = useCallback((listener: () => void) => arrivals?.subscribe(listener) ?? (() => {}), [arrivals])
  const text = useSyncExternalStore(subscribe, read)
  if (text === '') return children
  const [done = 0, total = 0, percent = 0] = text.split(' ').map(Number)
  return (
    <span className="f-arriving">
      <Progress value={percent / 100} label={t('arriving.progress', { name })} />
      <span>{t('arriving.count', { done, total })}</span>
    </span>
  )
}
