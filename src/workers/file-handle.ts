/** Whether this is a handle by which the browser finds a file again on another day; not every browser has handles. */
export function isFileHandle(value: unknown): value is FileSystemFileHandle {
  return typeof FileSystemFileHandle !== 'undefined' && value instanceof FileSystemFileHandle
}
