import type { base64Image, StoredFile } from '../../../contract/endpoints/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import { isPictureOf } from '../../blobs/picture-kind.ts'
import type { StorageParts } from '../../blobs/storage-parts.ts'
import { decodeBase64 } from './decode-base64.ts'
import { receiveWhole } from './uploads-whole.ts'

/** Saves a picture as the caller's own; handed in by app.ts, because accounts build on files. */
export type KeepAccountPicture = (
  parts: StorageParts,
  picture: Buffer,
  name: string,
  call: StreamCall,
) => Promise<StoredFile>

/**
 * Stores a picture that comes as base64 text, as a file or as the caller's own picture. Throws 'storage.base64_empty' without content,
 * 'storage.base64_name_empty' without a name, and 'storage.base64_invalid' when the text is no base64 or its bytes are not a picture of the named
 * type.
 */
export async function receivePicture(
  { keepAccountPicture, ...parts }: StorageParts & { readonly keepAccountPicture: KeepAccountPicture },
  { fileName, base64Str, type, purpose }: ParsedRequestOf<typeof base64Image>,
  call: StreamCall,
): Promise<StoredFile> {
  if (base64Str.trim() === '') throw new PortalError('storage.base64_empty')
  if (fileName.trim() === '') throw new PortalError('storage.base64_name_empty')
  const extension = type.toLowerCase()
  const picture = decodeBase64(base64Str)
  if (!picture || !isPictureOf(extension, picture)) throw new PortalError('storage.base64_invalid')
  const name = `${fileName}.${extension}`
  if (purpose === 'account') return keepAccountPicture(parts, picture, name, call)
  const claim = { name, folderId: null, md5: undefined }
  return receiveWhole(
    parts,
    async (take) => take(picture),
    () => claim,
    call,
  )
}
