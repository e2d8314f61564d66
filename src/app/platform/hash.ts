import { PortalError } from '../../../contract/portal-error.ts'
import { hashFile } from '../../workers/hash/hash-chunks.ts'

/**
 * The MD5, as 32 hexadecimal digits, of a file of one chunk at most: that takes the page a few milliseconds, and starting a worker many. Larger files are hashed by the
 * upload worker. Rejects with the signal's reason, and with PortalError 'storage.file_unreadable'.
 */
export async function hashSmallFile(signal: AbortSignal, file: Blob): Promise<string> {
  try {
    return await hashFile(signal, file)
  } catch (error) {
    signal.throwIfAborted()
    throw new PortalError('storage.file_unreadable', { cause: error })
  }
}
