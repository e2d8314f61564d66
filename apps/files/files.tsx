import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import type { Mount } from '../../src/app/micro-apps/micro-app.ts'
import { FilesApp } from './FilesApp.tsx'
import texts from './locales/zh-CN.ts'
import { PortalContext } from './portal-context.ts'
import { NAMESPACE } from './use-texts.ts'
import './files.css'
import './table.css'

/** Draws the Files application into a container; returns the function that takes it away again. */
export const mount: Mount = (container, portal, crashed) => {
  portal.language.i18n.addResourceBundle('zh-CN', NAMESPACE, texts, true, true)
  const root = createRoot(container, { onUncaughtError: crashed })
  root.render(
    <StrictMode>
      <PortalContext value={portal}>
        <HashRouter>
          <FilesApp />
        </HashRouter>
      </PortalContext>
    </StrictMode>,
  )
  return () => root.unmount()
}
