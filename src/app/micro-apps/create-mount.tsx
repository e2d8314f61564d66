import './app.css'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import {
  startTransition,
  StrictMode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter, useLocation } from 'react-router-dom'
import { CallContext, type Caller } from '../core/api/call-context.ts'
import { PermissionContext } from '../core/permissions/permissions.ts'
import { renewShown } from '../core/query/renew.ts'
import { createQueryClient } from '../core/query/create-query-client.ts'
import { ExportContext, type ExportServices } from '../ui/export/export-context.ts'
import { DownloadContext, type DownloadServices } from '../ui/files/download-context.ts'
import { PageTitleContext } from '../ui/record/use-page-heading.ts'
import { PortalContext } from './app-context.ts'
import type { Mount } from './micro-app.ts'

/**
 * Returns the `mount` of an application: it draws `App` with the application's Chinese texts, and the address in the fragment. `permissions`: those that `App` asks for, by default the
 * application's own. `client`: the cache; the portal's own applications share the portal's. Without one the application has its own, which outlives a visit to the desktop, in memory and for the
 * same user: an application that is opened again shows what it knows, and asks again.
 */
export function createMount(
  texts: object,
  App: ComponentType,
  {
    permissions = 'application',
    client: shared,
  }: { permissions?: 'application' | 'portal'; client?: QueryClient } = {},
): Mount {
  let own: { readonly userId: string; readonly client: QueryClient } | null = null
  const ownClient = (userId: string) => {
    if (own?.userId !== userId) own = { userId, client: createQueryClient() }
    return own.client
  }
  return (container, portal, crashed) => {
    portal.language.i18n.addResourceBundle('zh-CN', portal.app.code, texts, true, true)
    const client = shared ?? ownClient(portal.user.userId)
    const call: Caller = (endpoint, request, options) => portal.call(endpoint, request, { ...options, quiet: true })
    const exports: ExportServices = { ...portal.export, notify: (...notice) => portal.notify(...notice) }
    const downloads: DownloadServices = { call, notify: (...notice) => portal.notify(...notice) }
    const tellTitle = (appName: string, curAppDetails: string | undefined) =>
      portal.setApplicationMessage({ appName, curAppDetails })
    const root = createRoot(container, { onUncaughtError: crashed })
    let mounted = true
    const draw = async () => {
      // Loaded with the application's texts, and never rejected. Waited for here: React shows what suspended only 300 ms after its fallback.
      const codes = await portal.permissions(permissions)
      if (!mounted) return
      // Drawn in parts of 5 ms, between which a press is answered.
      startTransition(() => {
        root.render(
          <StrictMode>
            <PortalContext value={portal}>
              <CallContext value={call}>
                <PageTitleContext value={tellTitle}>
                  <PermissionContext value={codes}>
                    <QueryClientProvider client={client}>
                      <ExportContext value={exports}>
                        <DownloadContext value={downloads}>
                          <HashRouter>
                            <RouteLoopGuard>
                              <App />
                            </RouteLoopGuard>
                          </HashRouter>
                        </DownloadContext>
                      </ExportContext>
                    </QueryClientProvider>
                  </PermissionContext>
                </PageTitleContext>
              </CallContext>
            </PortalContext>
          </StrictMode>,
        )
      })
    }
    void draw()
    const unsubscribe = portal.permissionRenewals.subscribe(() => {
      void draw()
      // What is shown may be more or less now.
      void renewShown(client)
    })
    return () => {
      mounted = false
      unsubscribe()
      root.unmount()
    }
  }
}

/** So many changes of the route within so many milliseconds are a loop, if the user has done nothing meanwhile. */
const LOOP = { changes: 60, within: 10_000 }

/** Ends an application whose route changes without end: React ends only loops that leave no time to draw. */
function RouteLoopGuard({ children }: { children: ReactNode }) {
  const location = useLocation()
  const changes = useRef<number[]>([])
  const [loops, setLoops] = useState(false)

  useEffect(() => {
    const ending = new AbortController()
    const forget = () => (changes.current = [])
    for (const input of ['keydown', 'pointerdown'])
      addEventListener(input, forget, { signal: ending.signal, capture: true })
    return () => ending.abort()
  }, [])

  const count = useEffectEvent(() => {
    const now = performance.now()
    changes.current = [...changes.current.filter((at) => now - at < LOOP.within), now]
    if (changes.current.length > LOOP.changes) setLoops(true)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each location counts, whatever it is
  useEffect(() => count(), [location])

  if (loops) throw new Error('the route of the application changes in a loop')
  return children
}
