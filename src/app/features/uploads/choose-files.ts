import { readSources, sourceOfHandle, treeOfFiles } from './file-tree.ts'
import type { Choice, FileTree } from '../../micro-apps/upload-types.ts'

/** Chromium has this on computers; TypeScript's library does not. */
interface Pickers {
  showOpenFilePicker(options: { multiple: true }): Promise<FileSystemFileHandle[]>
  showDirectoryPicker(): Promise<FileSystemDirectoryHandle>
}

const hasPickers = (page: object): page is Pickers => 'showOpenFilePicker' in page && 'showDirectoryPicker' in page

/**
 * Opens the browser's dialog for files or a directory, and resolves with what was chosen, without entries when cancelled. Only during a user gesture.
 * Rejects with PortalError 'upload.too_many'.
 */
export async function chooseFiles(choice: Choice): Promise<FileTree> {
  const handles = await pick(choice)
  if (handles) return readSources(sourcesOf(handles))
  return treeOfFiles(await chooseByInput(choice))
}

async function* sourcesOf(handles: readonly FileSystemHandle[]) {
  yield* handles.map(sourceOfHandle)
}

/**
 * Handles, by which the browser finds the files again on another day, and which include empty directories; null without such a dialog. On phones
 * `<input>` is better: it offers the camera and the gallery.
 */
async function pick(choice: Choice): Promise<readonly FileSystemHandle[] | null> {
  if (!matchMedia('(hover: hover)').matches) return null
  if (!hasPickers(window)) return null
  try {
    if (choice === 'directory') return [await window.showDirectoryPicker()]
    return await window.showOpenFilePicker({ multiple: true })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    // For instance forbidden by a policy of the school's computers.
    return null
  }
}

function chooseByInput(choice: Choice): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.hidden = true
  input.webkitdirectory = choice === 'directory'
  // Safari drops an element that is not in the document.
  document.body.append(input)
  return new Promise((resolve) => {
    const end = (): void => {
      resolve([...(input.files ?? [])])
      input.remove()
    }
    input.addEventListener('change', end)
    input.addEventListener('cancel', end)
    input.click()
  })
}
