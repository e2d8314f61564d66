import { id } from '../../../contract/fields.ts'

const PREFIX = '/folder/'

/** The address of the bin within the application. */
export const BIN_PATH = '/bin'

/** The address of a folder within the application; null is the top. */
export function folderPath(folderId: string | null): string {
  return folderId === null ? '/' : PREFIX + folderId
}

/** The id of the folder at an address, null for the top; undefined for an address that is not the application's. */
export function readFolderPath(path: string): string | null | undefined {
  if (path === '/') return null
  const folderId = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ''
  return id.safeParse(folderId).success ? folderId : undefined
}
