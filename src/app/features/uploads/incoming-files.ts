import { createObservable } from '../../core/state/observable.ts'

/** What Chromium has where the portal is installed, and TypeScript's library has not. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void
}

let kept: Promise<void> = Promise.resolve()

/** How often files came while this page was open. */
export const launches = createObservable(0)

/** Keeps the files that the system opens with the portal, until somebody is signed in who can say what becomes of them. */
export function keepLaunches(): void {
  if (!('launchQueue' in window)) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the property is the one of the specification
  const queue = window.launchQueue as LaunchQueue
  queue.setConsumer(({ files = [] }) => {
    const handles = files.filter((file): file is FileSystemFileHandle => file.kind === 'file')
    if (handles.length > 0) kept = kept.then(() => keep(handles))
  })
}

async function keep(handles: readonly FileSystemFileHandle[]): Promise<void> {
  // A script that does not arrive leaves the files where they are on the device.
  await import('../../platform/incoming-files.ts')
    .then(({ keepLaunchedFiles: keepLaunched }) => keepLaunched(handles))
    .catch(() => {})
  launches.set(launches.current + 1)
}

/** Resolves once everything that was opened so far is kept: leaving the page before would lose it. */
export function launchesKept(): Promise<void> {
  return kept
}

/** A file that is dropped where nothing takes it would open in place of the portal; now it stays where it is, and the pointer says so. */
export function guardDrops(): void {
  const refuse = (event: DragEvent): void => {
    const { dataTransfer, defaultPrevented, target } = event
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
    // A field for files takes them by itself.
    if (target instanceof HTMLInputElement && target.type === 'file') return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  // Entering too: until the pointer moves on, a browser goes by what was said to that.
  addEventListener('dragenter', refuse)
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
