import * as files from '../../contract/endpoints/storage/files.ts'
import { downloadShared } from '../../contract/endpoints/storage/shares.ts'
import { serverFile, type ServerFile } from '../../src/app/ui/files/download.ts'

/** A file of the caller's own, to download or to show. */
export const ownFile = (id: string, name?: string): ServerFile => serverFile(files.download, { id }, name)

/** A shared file, to download or to show. */
export const sharedFile = (id: string, name?: string): ServerFile => serverFile(downloadShared, { id }, name)

/** The ZIP of a folder, of an own one or of a shared one. */
export const folderZip = (id: string, name: string): ServerFile =>
  serverFile(files.downloadFolder, { id }, `${name}.zip`)
