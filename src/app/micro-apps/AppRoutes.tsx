import { lazy, Suspense, use, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
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
  const { t } = useTranslation('viewport', { i18n: usePortal().language.i18n })
  const location = useLocation()
  // Made for each mount: what could not be loaded is tried again when the application is opened again.
  const [pages] = useState(() => routes.map(({ path, codes = [], load }) => ({ path, codes, Page: lazy(load) })))
  const [shown, setShown] = useState(location)
  if (shown !== location && matchRoutes([...routes], location)) setShown(location)

  const allowed = pages.filter(({ codes }) => codes.every((code) => held.has(code)))
  const page = useRoutes(
    [...allowed.map(({ path, Page }) => ({ path, element: <Page /> })), { path: '*', element: <NoPage /> }],
    shown,
  )
  const [first] = useState(location)
  return (
    <Suspense fallback={<Skeleton lines={8} label={t('loading')} />}>
      <FocusedPage key={shown.pathname} takesFocus={shown !== first}>
        {page}
      </FocusedPage>
    </Suspense>
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
