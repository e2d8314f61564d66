import { proxy } from 'comlink'
import {
  type CallOrigin,
  isFileHandle,
  type JoiningFile,
  type JoiningFolder,
  type QueueOwner,
  type UploadApi,
  type UploadCommand,
  type UploadPage,
} from '../../workers/upload/protocol/upload-api.ts'
import { uploadChanges, type UploadChanges } from '../../workers/upload/protocol/upload-state.ts'
import { transport } from '../core/api/call.ts'
import { afterUnauthorized, renewalCount } from '../core/api/unauthorized.ts'
import { type LinkedWorker, linkWorker } from './worker-link.ts'

export type { QueueOwner, JoiningFile, JoiningFolder, UploadCommand } from '../../workers/upload/protocol/upload-api.ts'
export { joiningEntry, uploadCommand } from '../../workers/upload/protocol/upload-api.ts'
export { failureOfCode } from '../../workers/upload/protocol/upload-failures.ts'
export { isSettled, isUnderWay, uploadChanges } from '../../workers/upload/protocol/upload-state.ts'
export type {
  UploadChanges,
  UploadItem,
  UploadFailure,
  UploadFailureKind,
  UploadState,
} from '../../workers/upload/protocol/upload-state.ts'

/** The queue of uploads in the worker. */
export interface UploadBridge {
  /** Resolves when the queue has carried it out. Rejects with PortalError 'client.worker_stopped'. */
  execute(command: UploadCommand): Promise<void>
  /** Starts the worker, which goes on with what was left, and keeps it for as long as this says. */
  setBusy(isBusy: boolean): void
}

/** What the worker needs of the page. */
export interface UploadBridgeDeps {
  readonly owner: QueueOwner
  origin(): CallOrigin
  renewSession(): Promise<boolean>
  /** What this tab knows that a worker which has just started may not. */
  known(): readonly (JoiningFile | JoiningFolder)[]
  onChanges(changes: UploadChanges): void
  /** The worker broke; the next use starts another one. */
  onBroken(): void
}

/** A bridge to the worker that `start` makes. */
export function bridgeUploads(start: () => LinkedWorker, deps: UploadBridgeDeps): UploadBridge {
  const page: UploadPage = {
    onChanges: (changes) => deps.onChanges(uploadChanges.parse(changes)),
    renewSession: () => deps.renewSession(),
  }
  const link = linkWorker<UploadApi>(start, {
    async greet(api) {
      await api.connect(proxy(page), deps.origin(), deps.owner)
      const entries = [...deps.known()]
      if (entries.length > 0) await api.execute({ kind: 'add', entries })
    },
  })
  const forever = new AbortController().signal
  let holding: AbortController | null = null

  function holdOn(): void {
    const held = new AbortController()
    holding = held
    link
      .use(held.signal, () => new Promise<never>(() => {}))
      .catch(() => {
        if (held.signal.aborted) return
        holding = null
        deps.onBroken()
      })
  }

  return {
    execute: (command) => link.use(forever, async (api) => api.execute(command)),
    setBusy(isBusy) {
      if (isBusy && !holding) holdOn()
      if (isBusy || !holding) return
      const held = holding
      holding = null
      held.abort()
    },
  }
}

/** The bridge to this page's own upload worker. */
export function openUploadBridge(
  deps: Pick<UploadBridgeDeps, 'owner' | 'known' | 'onChanges' | 'onBroken'>,
): UploadBridge {
  return bridgeUploads(
    () =>
      new Worker(new URL('../../workers/upload/upload.worker.ts', import.meta.url), { type: 'module', name: 'upload' }),
    {
      ...deps,
      origin: () => ({ device: transport.device(), app: transport.appCode }),
      renewSession: () => afterUnauthorized(renewalCount()),
    },
  )
}

/** How many unfinished uploads of an account the device keeps. Never rejects. */
export async function countKeptUploads(account: string): Promise<number> {
  try {
    const { createIndexedRecords } = await import('../../workers/upload/persistence/upload-records.ts')
    const kept = await createIndexedRecords().load(account)
    return kept.filter(({ hold }) => hold !== 'aborted').length
  } catch {
    return 0
  }
}

/** What Chromium knows of a handle, and TypeScript's library does not. */
interface AskingHandle {
  requestPermission?(wanted: { mode: 'read' }): Promise<PermissionState>
}

/**
 * Asks the person to let the portal read the file of an upload again, by the handle that the device keeps. Null when they refuse, or the file
 * is not there. Only while a press is being handled.
 */
export async function reopenFile(
  account: string,
  id: string,
): Promise<{ file: File; handle: FileSystemFileHandle } | null> {
  const { createIndexedRecords } = await import('../../workers/upload/persistence/upload-records.ts')
  const record = (await createIndexedRecords().load(account)).find((one) => one.id === id)
  const found = record?.handle
  if (!isFileHandle(found)) return null
  const handle: FileSystemFileHandle & AskingHandle = found
  try {
    if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') return null
    return { file: await handle.getFile(), handle }
  } catch {
    return null
  }
}
