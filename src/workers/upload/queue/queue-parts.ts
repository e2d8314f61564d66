import type { KeptCopies } from '../persistence/kept-copies.ts'
import type { UploadCommand } from '../protocol/upload-command.ts'
import type { UploadDesk } from './upload-desk.ts'
import type { UploadChanges } from '../protocol/upload-item.ts'
import type { UploadRecords } from '../persistence/upload-records.ts'
import type { UploadState } from '../protocol/upload-state.ts'

/** What the queue works with. */
export interface QueueParts {
  /** Whose queue it is. */
  readonly account: string
  openDesk(onState: (id: string, state: UploadState) => void): UploadDesk
  readonly records: UploadRecords
  readonly copies: KeptCopies
  readonly later: (milliseconds: number, work: () => void) => void
  readonly onChanges: (changes: UploadChanges) => void
}

/** The uploads of one account. Nothing here rejects: what goes wrong is an item's state. */
export interface UploadQueue {
  /** Takes up what was left by earlier visits. Once, before anything else. */
  open(): Promise<void>
  /** Resolves when the device keeps what was asked, as far as it can. */
  obey(command: UploadCommand): Promise<void>
}
