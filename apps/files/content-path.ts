import { download } from '../../contract/endpoints/storage/files.ts'

/** The address of a file's bytes. */
export function contentPath(id: string): string {
  return download.path.replace('{id}', encodeURIComponent(id))
}
