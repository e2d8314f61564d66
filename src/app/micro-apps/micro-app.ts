import type { i18n } from 'i18next'
import type * as face from '../../../contract/endpoints/faces/face.ts'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import type { ApplicationTodayCard } from '../../../contract/endpoints/desktop/today.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { ResponseOf, AnyEndpoint, RequestOf } from '../../../contract/endpoint.ts'
import type { ExcuseRequest } from '../core/absences/excuse-request.ts'
import type { NoticeKind } from '../core/notices/notices.ts'
import type { Observable } from '../core/state/observable.ts'
import type { Sheet } from '../../../contract/rules/sheets/sheet.ts'
import type { UploadItem } from '../platform/upload.ts'
import type { ApplicationMessage, SearchKey } from './application-message.ts'
import type { Choice, FileTree, SingleUpload } from './upload-types.ts'

export { useObservable } from '../core/state/use-observable.ts'
export type { Sheet } from '../../../contract/rules/sheets/sheet.ts'
export type { ApplicationMessage, SearchKey } from './application-message.ts'
export type { FileTree } from './upload-types.ts'

export interface PortalUpload {
  /** The user's uploads, from all tabs, in queue order. A new array after each change. */
  readonly items: Observable<readonly UploadItem[]>
  /**
   * Uploads a tree of files and directories; resolves when all of it is listed. `replaces`: 'name' gives files of the same names there the content, and an id that file;
   * otherwise a taken name gets a number.
   */
  addTree(tree: FileTree, target: { folderId: string | null; replaces?: string }): Promise<void>
  /**
   * Opens the browser's dialog for files or a directory; a tree without entries after cancelling. Only during a user gesture. Rejects with
   * PortalError 'upload.too_many'.
   */
  choose(choice: Choice): Promise<FileTree>
  /** Whether directories can be chosen; they can be dropped everywhere. */
  readonly choosesDirectories: boolean
  /**
   * Reads a drop or paste with everything in its directories. Call it while the event is handled. Rejects as `choose` does, and with
   * PortalError 'storage.file_missing' when it holds none.
   */
  read(transfer: DataTransfer): Promise<FileTree>
  onStored(listener: (file: StoredFile) => void): () => void
  /** Uploads one file and resolves with what the server stored; a large one through the queue. Rejects as `uploadSingle` and `uploadQueued` do. */
  single(signal: AbortSignal, upload: SingleUpload): Promise<StoredFile>
}

export type ClockDirection = 'in' | 'out'

/** The camera, in a dialog over the application. */
export interface PortalFace {
  /**
   * Takes a photo of a face and stores it: the user's own, a child's, or, by the right to administer faces (`administers`), of anyone with a consent. Null when it
   * was closed. Rejects with PortalError 'face.user_missing' without a user.
   */
  collect(userId: string, options?: { readonly administers?: boolean }): Promise<ResponseOf<typeof face.enrol> | null>
  /** Clocks the person before the camera in or out, without a direction as most people at this moment; null when it was closed. */
  clockIn(direction?: ClockDirection): Promise<ResponseOf<typeof face.clockIn> | null>
}

export interface PortalExport {
  /**
   * Writes sheets into an .xlsx file in a worker: headings that stay while the rows scroll, real numbers and dates, and texts that never become formulas; up to
   * 20,000 rows styled. `onProgress` gets the part of all rows that is written, from 0 to 1. Rejects with the signal's reason, and with PortalError
   * 'client.worker_stopped'. The kit's ExportButton does all of an export: it finds this in its context.
   */
  workbook(signal: AbortSignal, sheets: readonly Sheet[], onProgress?: (part: number) => void): Promise<Blob>
  /**
   * There alone where the operator has spreadsheets written by another service: sends it the sheets as tables under a title; the browser saves its answer. `onRefused` is called when that is no
   * file. Rejects with the signal's reason.
   */
  post?(signal: AbortSignal, title: string, sheets: readonly Sheet[], onRefused: () => void): Promise<void>
  /** Fetches ahead what an export needs, so that it needs no network. Never rejects. */
  prepare(): Promise<void>
}

export interface Portal {
  readonly app: { readonly code: string; readonly fileId: string }
  readonly user: SessionUser
  /** Makes a call of the contract. Rejects with CallError; with `quiet` the shell shows no notice of its own. */
  call<R extends AnyEndpoint>(
    row: R,
    input: RequestOf<R>,
    options?: { signal?: AbortSignal; quiet?: boolean },
  ): Promise<ResponseOf<R>>
  readonly language: Observable<Language> & {
    /** For react-i18next; the application adds its own namespace, named by its code. */
    readonly i18n: i18n
  }
  readonly online: Observable<boolean>
  /** The user's permission codes in this application, or in the whole portal, for the kit's PermissionContext; none when the server cannot be asked. */
  permissions(of?: 'application' | 'portal'): Promise<ReadonlySet<string>>
  /** Changes when the user's permissions have changed while the application is open. */
  readonly permissionRenewals: Observable<number>
  readonly upload: PortalUpload
  readonly face: PortalFace
  readonly export: PortalExport
  /** Asks a parent of several children whose portal to show; after a choice the page is loaded anew. */
  chooseChild(): void
  /** Opens the dialog for a notice of absence of a pupil. */
  excuse(request: Omit<ExcuseRequest, 'account'>): void
  /** To be called after a change of the unit's public data: this device's pages and documents follow at once, others when they are opened next. */
  renewUnit(): void
  /**
   * Shows the user a card of this application among those of today on the desktop, on all devices, until it ends; null removes it. Rejects as `call`
   * does.
   */
  setTodayCard(card: ApplicationTodayCard | null): Promise<void>
  /** A short notice at the top; with an action it stays longer. */
  notify(kind: NoticeKind, text: string, action?: { label: string; run: () => void }): void
  /**
   * Says what the application shows: the window's title, the header below the unit's name, and the access log follow it, until the next message.
   * Throws PortalError 'client.application_message' for anything but a plain object of this form.
   */
  setApplicationMessage(message: ApplicationMessage): void
  /**
   * The pages of the application that the search offers while this file is shown. Throws PortalError 'client.search_keys' for anything but an
   * array of path, name and query.
   */
  setSearchKeys(keys: readonly SearchKey[]): void
}

/**
 * What an application's entry exports as `mount`; returns its own unmount. The application calls `crashed` when it cannot continue, such as after an
 * error that its React root did not catch: the shell then removes it, reports the error and offers to open it again.
 */
export type Mount = (container: HTMLElement, portal: Portal, crashed: (error: unknown) => void) => () => void
