import { isBlockedFileType } from '../../../contract/rules/file-types.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ByteStore, UploadPlace } from '../../blobs/byte-store.ts'
import { HEAD_LENGTH, isBlockedContent } from '../../blobs/content-kind.ts'
import { checkName } from './files-names.ts'

/** The name as it is kept; throws 'storage.name_invalid', or 'storage.type_blocked' for an extension that may not be uploaded. */
export function checkFileName(name: string): string {
  const kept = checkName(name)
  if (isBlockedFileType(kept)) throw new PortalError('storage.type_blocked')
  return kept
}

/** Throws 'storage.type_blocked' when the beginning of an upload shows that it is something else than its name says. */
export async function checkUploadContent(bytes: ByteStore, place: UploadPlace, name: string): Promise<void> {
  if (isBlockedContent(name, await bytes.readHead(place, HEAD_LENGTH))) throw new PortalError('storage.type_blocked')
}
