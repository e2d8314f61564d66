import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { StoredFile } from '../../contract/endpoints/storage/storage.ts'
import { queryClient } from '../../src/app/core/query/query-client.ts'
import { createMount } from '../../src/app/micro-apps/create-mount.tsx'
import { usePermitted } from '../../src/app/ui/layout/Permitted.tsx'
import { FilesPage } from './FilesPage.tsx'
import { BIN_PATH, readFolderPath } from './listing/folder-path.ts'
import { batch, createFolderStore, followUploadedFolders } from './listing/folder-store.ts'
import texts from './locales/zh-CN.json'
import { usePortal } from './portal.ts'
import { readPlace } from './sharing/places.ts'
import './files.css'
import './listing/table.css'
import { latePart, tellMissing } from '../../src/app/ui/late-part.tsx'

export const mount = createMount(texts, FilesApp, { client: queryClient })

// Not needed to show a folder.
const BinPage = latePart(() => import('./bin/BinPage.tsx'), null, tellMissing)
const PlacePage = latePart(() => import('./sharing/PlacePage.tsx'), null, tellMissing)

function FilesApp() {
  const portal = usePortal()
  const client = useQueryClient()
  const [store] = useState(() => createFolderStore(portal, client, portal.language.current))
  const { pathname } = useLocation()
  const mayRemove = usePermitted('files_remove')
  const named = readFolderPath(pathname)
  const [folderId, setFolderId] = useState(named ?? null)
  const [placeAddress, setPlaceAddress] = useState(pathname)

  // Other applications and the page's skip link use the hash too: an address that is not a folder's keeps the current folder.
  if (named !== undefined && named !== folderId) setFolderId(named)
  const isKnown = named !== undefined || pathname === BIN_PATH || readPlace(pathname) !== undefined
  if (isKnown && placeAddress !== pathname) setPlaceAddress(pathname)
  const place = readPlace(placeAddress)

  useEffect(() => portal.upload.onStored(batch<StoredFile>(store.addFiles)), [portal, store])
  useEffect(() => followUploadedFolders(portal.upload.items, store), [portal, store])

  if (place) return <PlacePage place={place} />
  // Without the right, also when it is withdrawn while the bin is shown, the folder is shown instead.
  if (pathname === BIN_PATH && mayRemove) return <BinPage store={store} />
  return <FilesPage store={store} folderId={folderId} />
}
