import type { UploadCommand } from './upload-command.ts'
import type { UploadChanges } from './upload-item.ts'

/** What every call says about where it comes from. */
export interface CallOrigin {
  readonly device: 'app' | 'h5' | 'pc'
  readonly app: string
}

/** Whose uploads they are, and whether the device may keep what is needed to go on with them another day. */
export interface QueueOwner {
  readonly account: string
  readonly mayKeep: boolean
}

/** What the worker asks of the page. */
export interface UploadPage {
  onChanges(changes: UploadChanges): void
  /** Renews the session; true when repeating makes sense. */
  renewSession(): Promise<boolean>
}

/** What the page asks of the upload worker. It connects once, before anything else. */
export interface UploadApi {
  connect(page: UploadPage, origin: CallOrigin, owner: QueueOwner): Promise<void>
  /** Resolves when the command is carried out, and kept as far as the device can. */
  obey(command: UploadCommand): Promise<void>
}
