import './attendance.css'
import './tabs.css'
import './person.css'
import './mine/calendar.css'
import './records.css'
import './groups/matrix.css'
import './corrections/corrections.css'
import './settings/settings.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import { createQueryClient } from '../../src/app/core/query/create-query-client.ts'
import type { Mount } from '../../src/app/micro-apps/micro-app.ts'
import { AttendanceApp } from './AttendanceApp.tsx'
import texts from './locales/zh-CN.json'
import { PortalContext, NAMESPACE } from './portal-context.ts'

/** Renders the attendance application into a container; returns its unmount. */
export const mount: Mount = (container, portal, crashed) => {
  portal.language.i18n.addResourceBundle('zh-CN', NAMESPACE, texts, true, true)
  const client = createQueryClient()
  const root = createRoot(container, { onUncaughtError: crashed })
  root.render(
    <StrictMode>
      <PortalContext value={portal}>
        <QueryClientProvider client={client}>
          <HashRouter>
            <AttendanceApp />
          </HashRouter>
        </QueryClientProvider>
      </PortalContext>
    </StrictMode>,
  )
  return () => root.unmount()
}
