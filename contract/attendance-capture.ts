/**
 * How a station encrypts captures. Its AES-256-GCM key is HKDF-SHA256 of the 32 bytes of the station's key, with an empty salt and CAPTURE_INFO in
 * UTF-8. Each encryption has a random nonce of 12 bytes and a tag of 16 bytes behind the ciphertext; the purpose is the additional data, in UTF-8.
 */
export const CAPTURE_INFO = 'attendance-capture'

/** The additional data of a capture. */
export function captureData(stationId: string, seq: number): string {
  return `${stationId}.${seq}`
}

/** The additional data of a greeting. */
export function helloData(stationId: string): string {
  return `${stationId}.hello`
}
