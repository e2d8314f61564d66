import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { FilesPage } from './FilesPage.tsx'
import { readFolderPath } from './folder-path.ts'
import { followUploadedFolders } from './follow-uploaded-folders.ts'
import { createFolderStore } from './folder-store.ts'
import { gather } from './gather.ts'
import { usePortal } from './portal-context.ts'

/** The application: one page, which shows the folder that the address names. */
export function FilesApp() {
  const portal = usePortal()
  const [store] = useState(() => createFolderStore(portal, portal.language.current))
  const { pathname } = useLocation()
  const named = readFolderPath(pathname)
  const [folderId, setFolderId] = useState(named ?? null)

  // The part after the hash is also the page's (a link to its content) and that of applications beside this one: those move nothing here.
  if (named !== undefined && named !== folderId) setFolderId(named)

  useEffect(() => portal.upload.onStored(gather((files) => store.addFiles(files))), [portal, store])
  useEffect(() => followUploadedFolders(portal.upload.items, store), [portal, store])
  useEffect(() => () => store.stop(), [store])

  return <FilesPage store={store} folderId={folderId} />
}
