import type { StoredFile } from '../../../contract/endpoints/storage.ts'
import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import type { FolderStore } from '../listing/folder-store.ts'

/** Milliseconds between two batches: each one costs a pass over the whole list. */
const BATCH_INTERVAL = 100
/** Files in a batch; drawing more rows at once would block the page. */
const BATCH_SIZE = 48

/**
 * Returns a function that collects items into batches and passes them to `take`: the first batch at the end of the current task, then one every
 * BATCH_INTERVAL while items come in.
 */
export function batch<T>(
  take: (items: readonly T[]) => void,
  delay: (milliseconds: number, work: () => void) => void = (milliseconds, work) => void setTimeout(work, milliseconds),
): (item: T) => void {
  let items: T[] = []
  let isScheduled = false

  function flush(): void {
    const batched = items.slice(0, BATCH_SIZE)
    items = items.slice(BATCH_SIZE)
    isScheduled = batched.length > 0
    if (!isScheduled) return
    delay(BATCH_INTERVAL, flush)
    take(batched)
  }

  return (item) => {
    items.push(item)
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(flush)
  }
}

/** Adds files to the listing, in batches, as uploads store them; returns how to stop. */
export function followStoredFiles(upload: Pick<PortalUpload, 'onStored'>, store: FolderStore): () => void {
  return upload.onStored(batch<StoredFile>((files) => store.addFiles(files)))
}

/** Reports to the store which top folder each finished upload has made or filled, once an upload; returns how to stop. */
export function followUploadedFolders(
  items: PortalUpload['items'],
  store: Pick<FolderStore, 'noteFolder'>,
): () => void {
  const isDone = ({ state }: { state: { phase: string } }) => state.phase === 'done'
  const reported = new Set(items.current.filter(isDone).map(({ id }) => id))
  return items.subscribe(() => {
    for (const item of items.current) {
      if (!isDone(item) || reported.has(item.id)) continue
      reported.add(item.id)
      const name = item.kind === 'folder' ? [...item.path, item.name][0] : item.path[0]
      if (name !== undefined) store.noteFolder(item.folderId, name)
    }
  })
}
