/** What a drop or a paste brought, as far as it can be uploaded. */
export interface Dropped {
  readonly files: readonly File[]
  /** How many folders were among it; a browser hands them over as files that cannot be read. */
  readonly folders: number
}

interface Transfer {
  readonly items: ArrayLike<
    Pick<DataTransferItem, 'kind' | 'getAsFile'> & { webkitGetAsEntry?(): { isDirectory: boolean } | null }
  >
}

/** Sorts what was dropped into files and folders. Must be called while the event is handled: afterwards the browser has taken it back. */
export function readDropped(transfer: Transfer): Dropped {
  const items = Array.from(transfer.items).filter((item) => item.kind === 'file')
  const isFolder = items.map((item) => item.webkitGetAsEntry?.()?.isDirectory === true)
  const files = items.map((item, index) => (isFolder[index] === true ? null : item.getAsFile()))
  return { files: files.filter((file) => file !== null), folders: isFolder.filter(Boolean).length }
}

/** Gives a pasted picture a name of its own, because browsers call every one of them `image.png`. */
export function namePasted(file: File, name: string): File {
  return file.name === 'image.png'
    ? new File([file], `${name}.png`, { type: file.type, lastModified: file.lastModified })
    : file
}

/** A moment for use in a file's name, in local time: `2026-11-03 14.05.09`. */
export function momentForName(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}.${two(date.getMinutes())}.${two(date.getSeconds())}`
}
