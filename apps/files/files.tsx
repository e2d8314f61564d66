import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter, useLocation } from 'react-router-dom'
import { createQueryClient } from '../../src/app/core/query/create-query-client.ts'
import type { Mount } from '../../src/app/micro-apps/micro-app.ts'
import { FilesPage } from './FilesPage.tsx'
import { readFolderPath } from './listing/folder-path.ts'
import { createFolderStore, followStoredFiles, followUploadedFolders } from './listing/folder-store.ts'
import texts from './locales/zh-CN.ts'
import { NAMESPACE, PortalContext, usePortal } from './portal.ts'
import './files.css'
import './listing/table.css'

/** Draws the Files application into a container; returns the function that unmounts it. */
export const mount: Mount = (container, portal, crashed) => {
  portal.language.i18n.addResourceBundle('zh-CN', NAMESPACE, texts, true, true)
  const client = createQueryClient()
  const root = createRoot(container, { onUncaughtError: crashed })
  root.render(
    <StrictMode>
      <PortalContext value={portal}>
        <QueryClientProvider client={client}>
          <HashRouter>
            <FilesApp />
          </HashRouter>
        </QueryClientProvider>
      </PortalContext>
    </StrictMode>,
  )
  return () => root.unmount()
}

function FilesApp() {
  const portal = usePortal()
  const client = useQueryClient()
  const [store] = useState(() => createFolderStore(portal, client, portal.language.current))
  const { pathname } = useLocation()
  const named = readFolderPath(pathname)
  const [folderId, setFolderId] = useState(named ?? null)

  // Other applications and the page's skip link use the hash too: an address that is not a folder's keeps the current folder.
  if (named !== undefined && named !== folderId) setFolderId(named)

  useEffect(() => followStoredFiles(portal.upload, store), [portal, store])
  useEffect(() => followUploadedFolders(portal.upload.items, store), [portal, store])

  return <FilesPage store={store} folderId={folderId} />
}
