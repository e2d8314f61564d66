import type { SettledState, UploadState } from './upload-state.ts'

/** One file to upload, apart from its bytes. */
export interface UploadJob {
  readonly id: string
  readonly name: string
  readonly serverid: string
  /** Where the finished file goes; the caller's top folder when null. */
  readonly folderId: string | null
}

/** What every call says about where it comes from. */
export interface CallOrigin {
  readonly device: 'app' | 'h5' | 'pc'
  readonly app: string
}

/** What the worker asks of the page. */
export interface UploadPage {
  /** An upload moved. At most every 100 milliseconds within one phase. */
  onState(id: string, state: UploadState): void
  /** Renews the session; true when repeating makes sense. */
  renewSession(): Promise<boolean>
}

/** What the page asks of the upload worker. An AbortSignal cannot cross to a worker: uploads are stopped by their id. */
export interface UploadApi {
  connect(page: UploadPage, origin: CallOrigin): void
  /** Resolves when the upload is done or has failed; with null when it was aborted. Never rejects. */
  start(job: UploadJob, file: Blob): Promise<SettledState | null>
  pause(id: string): void
  resume(id: string): void
  abort(id: string): void
}
