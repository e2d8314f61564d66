import { useEffect, useState } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import { FilesPage } from './FilesPage.tsx'
import { createFolderStore, type FolderStore } from './folder-store.ts'
import { usePortal } from './portal-context.ts'

function FolderRoute({ store }: { store: FolderStore }) {
  const { id } = useParams()
  return <FilesPage store={store} folderId={id ?? null} />
}

/** The application's routes: the top folder, and any other by its id. An address that is not ours shows the top. */
export function FilesApp() {
  const portal = usePortal()
  const [store] = useState(() => createFolderStore(portal))

  useEffect(() => portal.upload.onStored((file) => store.addFile(file)), [portal, store])
  useEffect(() => () => store.stop(), [store])

  return (
    <Routes>
      <Route path="/folder/:id" element={<FolderRoute store={store} />} />
      <Route path="*" element={<FolderRoute store={store} />} />
    </Routes>
  )
}
