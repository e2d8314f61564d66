import { proxy } from 'comlink'
import {
  type CallOrigin,
  type JoiningEntry,
  type QueueOwner,
  type UploadApi,
  type UploadCommand,
  type UploadPage,
} from '../../workers/upload/protocol/upload-api.ts'
import { isFileHandle } from '../../workers/file-handle.ts'
import { uploadChanges, type UploadChanges } from '../../workers/upload/protocol/upload-state.ts'
import { transport } from '../core/api/call.ts'
import { sessionRenewal } from '../core/api/unauthorized.ts'
import { type LinkedWorker, linkWorker } from './worker-link.ts'

export type {
  JoiningEntry,
  JoiningFile,
  JoiningFolder,
  UploadCommand,
} from '../../workers/upload/protocol/upload-api.ts'
export { joiningEntry, uploadCommand } from '../../workers/upload/protocol/upload-api.ts'
export { isSettled, isUnderWay, uploadChanges } from '../../workers/upload/protocol/upload-state.ts'
export type {
  UploadChanges,
  UploadFailure,
  UploadItem,
  UploadState,
} from '../../workers/upload/protocol/upload-state.ts'

export type UploadBridge = ReturnType<typeof bridgeUploads>

/** The page's part. */
export interface UploadBridgeDeps {
  readonly owner: QueueOwner
  origin(): CallOrigin
  renewSession(): Promise<boolean>
  /** Entries to add again to a new worker. */
  known(): readonly JoiningEntry[]
  onChanges(changes: UploadChanges): void
  /** The worker crashed; the next use starts another one. */
  onBroken(): void
}

export function bridgeUploads(start: () => LinkedWorker, deps: UploadBridgeDeps) {
  const page: UploadPage = {
    onChanges: (changes) => deps.onChanges(uploadChanges.parse(changes)),
    renewSession: () => deps.renewSession(),
  }
  const link = linkWorker<UploadApi>(start, {
    async onStart(api) {
      await api.connect(proxy(page), deps.origin(), deps.owner)
      const entries = [...deps.known()]
      if (entries.length > 0) await api.execute({ kind: 'add', entries })
    },
  })
  const forever = new AbortController().signal
  let holding: AbortController | null = null

  function keepRunning(): void {
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
    /** Resolves when the queue has carried it out. Rejects with PortalError 'client.worker_stopped'. */
    execute: (command: UploadCommand): Promise<void> => link.use(forever, async (api) => api.execute(command)),
    /** While busy the worker runs, and continues stored uploads. */
    setBusy(isBusy: boolean): void {
      if (isBusy && !holding) keepRunning()
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
      renewSession: () => sessionRenewal.renew(sessionRenewal.count),
    },
  )
}

/** The number of an account's unfinished uploads on this device. Never rejects. */
export async function countKeptUploads(account: string): Promise<number> {
  try {
    const kept = await loadRecords(account)
    return kept.filter(({ hold }) => hold !== 'aborted').length
  } catch {
    return 0
  }
}

async function loadRecords(account: string) {
  const { createIndexedRecords } = await import('../../workers/upload/persistence/upload-records.ts')
  return createIndexedRecords().load(account)
}

/** Chromium only, and not in TypeScript's library. */
interface AskingHandle {
  requestPermission?(wanted: { mode: 'read' }): Promise<PermissionState>
}

/**
 * Asks the user for permission to read an upload's file by its stored handle. Null when they refuse, or the file is gone. Only during a user gesture.
 */
export async function reopenFile(
  account: string,
  id: string,
): Promise<{ file: File; handle: FileSystemFileHandle } | null> {
  const found = (await loadRecords(account)).find((record) => record.id === id)?.handle
  if (!isFileHandle(found)) return null
  const handle: FileSystemFileHandle & AskingHandle = found
  try {
    if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') return null
    return { file: await handle.getFile(), handle }
  } catch {
    return null
  }
}
