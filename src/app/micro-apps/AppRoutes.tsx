import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchRoutes, useLocation, useRoutes } from 'react-router-dom'
import type { PermissionCode } from '../../../contract/permissions.ts'
import { PermissionContext } from '../core/permissions/permissions.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { usePortal } from './app-context.ts'

export interface AppRoute {
  /** A pattern of react-router. */
  readonly path: string
  /** The path whose page it shows, where that is another's. */
  readonly shows?: string
  /** Codes that the user needs, all of them. */
  readonly codes?: readonly PermissionCode[]
  /** Loads the page when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>
}

/**
 * The page of the fragment. Pages that the user may not open are as if they did not exist. A fragment that is no route of the application leaves the
 * page as it is: other applications in the viewport and links within a page use the fragment as well.
 */
export function AppRoutes({ routes }: { routes: readonly AppRoute[] }) {
  const held = use(PermissionContext)
  const location = useLocation()
  const [shown, setShown] = useState(location)
  if (shown !== location && matchRoutes([...routes], location)) setShown(location)

  const [first] = useState(location)
  const [hasLeftFirst, setLeftFirst] = useState(false)
  // A changed query string (search, page of a list) is the same page: moving the focus would interrupt typing.
  if (!hasLeftFirst && shown.pathname !== first.pathname) setLeftFirst(true)
  const page = { key: shown.pathname, takesFocus: hasLeftFirst }
  const allowed = routes.filter(({ codes = [] }) => codes.every((code) => held.has(code)))
  return useRoutes(
    [
      ...allowed.map((route) => ({
        path: route.path,
        element: <LoadedPage {...page} key={page.key} route={route} />,
      })),
      {
        path: '*',
        element: (
          <FocusedPage {...page} key={page.key}>
            <NoPage />
          </FocusedPage>
        ),
      },
    ],
    shown,
  )
}

/** Throws what kept the page from being loaded. Not by React's lazy, which shows a page only 300 ms after its fallback. */
function LoadedPage({ route: { path, shows = path, load }, takesFocus }: { route: AppRoute; takesFocus: boolean }) {
  const { app, language } = usePortal()
  const { t } = useTranslation('viewport', { i18n: language.i18n })
  // Kept, so that it is shown at once when its application is opened again. The service worker may have the script while offline.
  const { data: Page = null, error } = useQuery({
    queryKey: ['page', app.code, shows],
    queryFn: async () => (await load()).default,
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: Infinity,
  })
  if (error) throw error
  return (
    <FocusedPage takesFocus={takesFocus && Page !== null}>
      {Page ? <Page /> : <Skeleton lines={8} label={t('loading')} />}
    </FocusedPage>
  )
}

/** Gives the focus to a new page's heading, so that screen readers go on there. */
function FocusedPage({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) element.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div ref={element} className="app-page">
      {children}
    </div>
  )
}

function NoPage() {
  const { t } = useTranslation('viewport', { i18n: usePortal().language.i18n })
  return (
    <EmptyState
      titleAs="h1"
      title={t('noPage.title')}
      hint={t('noPage.hint')}
      action={
        <Link className="k-button k-button--primary" to="/">
          {t('noPage.action')}
        </Link>
      }
    />
  )
}
