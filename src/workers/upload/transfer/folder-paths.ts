import { makePath } from '../../../../contract/endpoints/files.ts'
import { readMadeFolder } from '../protocol/answers.ts'
import type { Parcels } from './parcels.ts'
import { callPersistently, type CallContext } from './persistent-call.ts'

/** What the calls of one upload share, and what all uploads have: the folders that they know, and the calls in which small files travel. */
export interface UploadContext extends CallContext {
  readonly folders: FolderPaths
  readonly parcels: Parcels
}

/** Folders by the names that lead to them, each asked for once however many files go there. */
export interface FolderPaths {
  /** The folder's id, after it and those above it were made where they are missing. Throws CallFailure and the signal's reason. */
  find(context: CallContext, folderId: string | null, path: readonly string[]): Promise<string | null>
  /** What was known of a folder is not so any more. */
  forget(folderId: string | null, path: readonly string[]): void
}

/** Nothing known yet. */
export function createFolderPaths(): FolderPaths {
  const known = new Map<string, string>()
  const asking = new Map<string, Promise<string>>()
  const keyOf = (folderId: string | null, path: readonly string[]) => `${folderId ?? ''}/${path.join('/')}`

  async function ask(context: CallContext, folderId: string | null, path: readonly string[]): Promise<string> {
    const top = folderId === null ? {} : { folderId }
    return readMadeFolder(await callPersistently(context, makePath, { path: path.join('/'), ...top }))
  }

  return {
    async find(context, folderId, path) {
      if (path.length === 0) return folderId
      const key = keyOf(folderId, path)
      // Whoever asks first may be paused or stopped meanwhile: then the next one asks.
      for (let other = asking.get(key); other; other = asking.get(key)) await other.catch(() => {})
      const found = known.get(key)
      if (found !== undefined) return found
      const answer = ask(context, folderId, path).finally(() => asking.delete(key))
      asking.set(key, answer)
      const id = await answer
      known.set(key, id)
      return id
    },
    forget(folderId, path) {
      known.delete(keyOf(folderId, path))
    },
  }
}
