import { download, downloadFolder } from '../../contract/endpoints/storage/files.ts'

/** The address of a file's bytes. */
export function contentPath(id: string): string {
  return download.path.replace('{id}', encodeURIComponent(id))
}

/** The address of a folder's ZIP, of an own folder and of a shared one. */
export function folderZipPath(id: string): string {
  return downloadFolder.path.replace('{id}', encodeURIComponent(id))
}
