/** The application's own address of a folder; null is the top. */
export function folderPath(folderId: string | null): string {
  return folderId === null ? '/' : `/folder/${encodeURIComponent(folderId)}`
}
