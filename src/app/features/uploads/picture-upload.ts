import { base64Image, type StoredFile } from '../../../../contract/endpoints/storage/storage.ts'
import { DEFAULT_SERVER_ID } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { call } from '../../core/api/call.ts'
import type { FittedPicture } from '../../platform/picture.ts'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { errorCodeOf } from '../../../http/error-code.ts'
import { CallError } from '../../core/api/call-error.ts'
import { toBase64 } from '../../platform/base64.ts'

interface PictureTarget {
  /** Without the extension, which follows from the result's type. */
  readonly fileName: string
  readonly serverid?: string
  /** Makes it the user's own picture instead of a file. */
  readonly purpose?: 'account'
}

/**
 * Stores a fitted picture as base64 text. Rejects with the signal's reason, and with PortalError: 'storage.base64_name_empty'
 * and 'storage.base64_empty' before anything is sent, and whatever stopped the call.
 */
export async function sendPicture(
  signal: AbortSignal,
  { bytes, type }: Pick<FittedPicture, 'bytes' | 'type'>,
  { fileName, serverid = DEFAULT_SERVER_ID, purpose }: PictureTarget,
): Promise<StoredFile> {
  signal.throwIfAborted()
  if (fileName.trim() === '') throw new PortalError('storage.base64_name_empty')
  const base64Str = toBase64(new Uint8Array(await bytes.arrayBuffer()))
  if (base64Str === '') throw new PortalError('storage.base64_empty')
  try {
    return await call(base64Image, { serverid, fileName, base64Str, type, purpose }, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw asPortalError(error)
  }
}

/** Any error of an upload as one whose code has a text in both languages; the original is its cause. */
export function asPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  return new PortalError(error instanceof CallError ? codeOf(error) : 'server.internal', { cause: error })
}

function codeOf(error: CallError): ErrorCode {
  if (isErrorCode(error.code)) return error.code
  // A stranger's code says nothing more.
  return error.failure.kind === 'envelope' ? 'server.internal' : errorCodeOf(error)
}
