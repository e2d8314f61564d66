import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { FileTree } from '../../src/app/micro-apps/micro-app.ts'
import { usePortal } from './portal-context.ts'
import { momentForName, namePasted } from './pasted-files.ts'

function bringsFiles(event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } {
  return holdsFiles(event.dataTransfer)
}

function holdsFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true
}

/** The application may be kept while another one is shown, and a dialog makes the page inert: neither takes files then. */
function takesFiles(root: HTMLElement | null): boolean {
  return root !== null && root.checkVisibility() && document.querySelector('dialog[open]') === null
}

/**
 * Hears of files and folders that are dropped anywhere on the page or pasted into it while `root` is on the screen. Returns whether files are being held
 * over the page. `pastedName` names a pasted picture, given a moment.
 */
export function useIncomingFiles(
  root: RefObject<HTMLElement | null>,
  onFiles: (coming: Promise<FileTree>) => void,
  pastedName: (moment: string) => string,
): boolean {
  const { upload } = usePortal()
  const [held, setHeld] = useState(false)
  const receive = useEffectEvent(onFiles)
  const nameOf = useEffectEvent(pastedName)

  useEffect(() => {
    // The page's elements enter and leave one another as the pointer crosses them; the page is left when all have been left.
    let entered = 0
    const leave = () => {
      entered = 0
      setHeld(false)
    }
    const listeners = new AbortController()
    const { signal } = listeners
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, listener, { signal })

    on('dragenter', (event) => {
      if (!bringsFiles(event) || !takesFiles(root.current)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      entered += 1
      setHeld(true)
    })
    on('dragover', (event) => {
      if (!bringsFiles(event)) return
      // Also while files are not taken: the browser would open the file in place of the portal.
      event.preventDefault()
      event.dataTransfer.dropEffect = takesFiles(root.current) ? 'copy' : 'none'
    })
    on('dragleave', () => {
      entered -= 1
      if (entered <= 0) leave()
    })
    on('drop', (event) => {
      leave()
      if (!bringsFiles(event)) return
      event.preventDefault()
      if (takesFiles(root.current)) receive(upload.read(event.dataTransfer))
    })
    on('paste', (event) => {
      const { clipboardData } = event
      if (!holdsFiles(clipboardData) || !takesFiles(root.current)) return
      event.preventDefault()
      const name = nameOf(momentForName(new Date()))
      receive(upload.read(clipboardData).then((tree) => namePasted(tree, name)))
    })
    return () => listeners.abort()
  }, [root, upload])

  return held
}
