import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense, use, type ComponentType, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import { createQueryClient } from '../core/query/create-query-client.ts'
import { PortalContext } from './app-context.ts'
import type { Mount } from './micro-app.ts'
import { PermissionContext } from '../core/permissions/permissions.ts'

/** Returns the `mount` of an application: it draws `App` with the application's Chinese texts, a query cache of its own, and the address in the fragment. */
export function createMount(texts: object, App: ComponentType): Mount {
  return (container, portal, crashed) => {
    portal.language.i18n.addResourceBundle('zh-CN', portal.app.code, texts, true, true)
    const client = createQueryClient()
    // Loaded with the application's texts.
    const codes = portal.permissions()
    const root = createRoot(container, { onUncaughtError: crashed })
    root.render(
      <StrictMode>
        <PortalContext value={portal}>
          <Suspense fallback={null}>
            <Permissions codes={codes}>
              <QueryClientProvider client={client}>
                <HashRouter>
                  <App />
                </HashRouter>
              </QueryClientProvider>
            </Permissions>
          </Suspense>
        </PortalContext>
      </StrictMode>,
    )
    return () => root.unmount()
  }
}

function Permissions({ codes, children }: { codes: Promise<ReadonlySet<string>>; children: ReactNode }) {
  return <PermissionContext value={use(codes)}>{children}</PermissionContext>
}
