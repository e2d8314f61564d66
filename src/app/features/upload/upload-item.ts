import type { UploadState } from '../../bridges/upload.ts'

/** One file that is being uploaded, or was, as screens show it. */
export interface UploadItem {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Where the finished file goes; null is the top folder. */
  readonly folderId: string | null
  readonly state: UploadState
}

/** Whether an upload is getting on, or will by itself: neither paused nor ended. */
export function isUnderWay({ phase }: UploadState): boolean {
  return phase !== 'paused' && phase !== 'failed' && phase !== 'done'
}
