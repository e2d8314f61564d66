import CloudArrowUp from '@phosphor-icons/core/duotone/cloud-arrow-up-duotone.svg?react'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { FileTree } from '../../../src/app/micro-apps/micro-app.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { usePortal, useTexts } from '../portal.ts'

function holdsFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true
}

/** False without the permission, while another application is shown in place of this one, and where an open dialog makes the page inert. */
function takesFiles(root: HTMLElement | null, permitted: boolean): boolean {
  return permitted && root !== null && root.checkVisibility() && document.querySelector('dialog[open]') === null
}

/**
 * Calls `onFiles` for files and folders that are dropped anywhere on the page or pasted while `root` is visible; pasted pictures get a name.
 * Returns whether files are being dragged over the page.
 */
export function useIncomingFiles(
  root: RefObject<HTMLElement | null>,
  permitted: boolean,
  onFiles: (incoming: Promise<FileTree>) => void,
): boolean {
  const t = useTexts()
  const { upload } = usePortal()
  const [isDragging, setDragging] = useState(false)
  const receive = useEffectEvent(onFiles)
  const pastedName = useEffectEvent(() => t('pasted', { moment: momentForName(new Date()) }))

  useEffect(() => {
    // Each element fires dragenter and dragleave as the pointer crosses it: the page is left when both counts are equal.
    let entered = 0
    const leave = () => {
      entered = 0
      setDragging(false)
    }
    const listeners = new AbortController()
    const { signal } = listeners
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, listener, { signal })

    on('dragenter', (event) => {
      if (!holdsFiles(event.dataTransfer) || !takesFiles(root.current, permitted)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      entered += 1
      setDragging(true)
    })
    on('dragover', (event) => {
      if (!holdsFiles(event.dataTransfer)) return
      // Also while files are refused: the browser would open the file in place of the portal.
      event.preventDefault()
      event.dataTransfer.dropEffect = takesFiles(root.current, permitted) ? 'copy' : 'none'
    })
    on('dragleave', () => {
      entered -= 1
      if (entered <= 0) leave()
    })
    on('drop', (event) => {
      leave()
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (takesFiles(root.current, permitted)) receive(upload.read(event.dataTransfer))
    })
    on('paste', (event) => {
      const { clipboardData } = event
      if (!holdsFiles(clipboardData) || !takesFiles(root.current, permitted)) return
      event.preventDefault()
      const name = pastedName()
      receive(upload.read(clipboardData).then((tree) => namePasted(tree, name)))
    })
    return () => listeners.abort()
  }, [root, permitted, upload])

  return isDragging
}

/** Renames a pasted picture, because browsers call every one `image.png`. `name` is without extension. */
export function namePasted(tree: FileTree, name: string): FileTree {
  const fileName = `${name}.png`
  const entries = tree.entries.map((entry) => {
    if (entry.type !== 'file' || entry.parentId !== null || entry.fileName !== 'image.png') return entry
    const { type, lastModified } = entry.file
    return {
      ...entry,
      fileName,
      webkitRelativePath: fileName,
      file: new File([entry.file], fileName, { type, lastModified }),
    }
  })
  return { ...tree, entries }
}

/** A local time for use in a file's name: `2026-11-03 14.05.09`. */
export function momentForName(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}.${two(date.getMinutes())}.${two(date.getSeconds())}`
}

/** Covers the page while files are dragged over it, and names the folder that they would go to. */
export function DropCover({ folder }: { folder: string }) {
  const t = useTexts()
  return (
    <div className="f-drop" aria-hidden="true">
      <div className="f-drop__card">
        <Icon svg={CloudArrowUp} size={64} />
        <p className="f-drop__title">{t('drop.title', { folder })}</p>
        <p>{t('drop.hint')}</p>
      </div>
    </div>
  )
}
