import { createDecipheriv, hkdfSync } from 'node:crypto'
import { CAPTURE_INFO } from '../../../contract/attendance-capture.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { decodeBase64 } from '../../blobs/content-kind.ts'

const KEY_BYTES = 32
const TAG_BYTES = 16

/** Where a station's key is sealed for by the server's vault. */
export function keyPlace(stationId: string): string {
  return `attendance station ${stationId}`
}

/** Something that a station sealed, as it travels. */
export interface Sealed {
  /** base64url of 12 bytes. */
  readonly nonce: string
  /** base64 of the ciphertext and its tag. */
  readonly sealed: string
}

/**
 * Opens what a station sealed with its key for these additional data: the parsed JSON, and undefined where what was sealed is no JSON. Throws 'attendance.seal' for
 * anything that this station did not seal for it.
 */
export function openSealed(key: Uint8Array, { nonce, sealed }: Sealed, data: string): unknown {
  const bytes = decodeBase64(sealed)
  if (!bytes || bytes.length < TAG_BYTES) throw new PortalError('attendance.seal')
  return parseJson(decrypt(key, Buffer.from(nonce, 'base64url'), bytes, data))
}

function decrypt(key: Uint8Array, nonce: Buffer, bytes: Buffer, data: string): Buffer {
  try {
    const captureKey = Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), CAPTURE_INFO, KEY_BYTES))
    const decipher = createDecipheriv('aes-256-gcm', captureKey, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(data))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new PortalError('attendance.seal', { cause: error })
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
