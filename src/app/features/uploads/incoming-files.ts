import { createObservable } from '../../core/state/observable.ts'

/** Chromium has this where the portal is installed; TypeScript's library does not. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void
}

let kept: Promise<void> = Promise.resolve()

/** How often the system opened files with this page. */
export const launches = createObservable(0)

/** Stores the files that the system opens with the portal until the user is signed in and decides about them. */
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
  // If the script cannot be loaded, the files stay where they are on the device.
  await import('../../platform/incoming-files.ts')
    .then(({ keepLaunchedFiles }) => keepLaunchedFiles(handles))
    .catch(() => {})
  launches.set(launches.current + 1)
}

/** Resolves once everything that was opened so far is stored; leaving the page before would lose it. */
export function launchesKept(): Promise<void> {
  return kept
}

/** Refuses files that are dropped where nothing accepts them: the browser would open them in place of the portal. */
export function guardDrops(): void {
  const refuse = (event: DragEvent): void => {
    const { dataTransfer, defaultPrevented, target } = event
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
    // A file input accepts drops itself.
    if (target instanceof HTMLInputElement && target.type === 'file') return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  // Also on entering: until the pointer moves on, browsers show the effect set there.
  addEventListener('dragenter', refuse)
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
