import type { PortalUpload } from '../../src/app/micro-apps/micro-app.ts'
import type { FolderStore } from './folder-store.ts'

/** Tells the store of folders that uploads have made, each upload once; returns how to stop. */
export function followUploadedFolders(
  items: PortalUpload['items'],
  store: Pick<FolderStore, 'noteFolder'>,
): () => void {
  const isDone = ({ state }: { state: { phase: string } }) => state.phase === 'done'
  const told = new Set(items.current.filter(isDone).map(({ id }) => id))
  return items.subscribe(() => {
    for (const item of items.current) {
      if (!isDone(item) || told.has(item.id)) continue
      told.add(item.id)
      const name = item.kind === 'folder' ? [...item.path, item.name][0] : item.path[0]
      if (name !== undefined) store.noteFolder(item.folderId, name)
    }
  })
}
