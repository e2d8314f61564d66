/**
 * How a station encrypts captures. Its AES-256-GCM key is HKDF-SHA256 of the 32 bytes of the station's key, with an empty salt and CAPTURE_INFO in
 * UTF-8. Each encryption has a random nonce of 12 bytes and a tag of 16 bytes behind the ciphertext; the purpose is the additional data, in UTF-8.
 */
export const CAPTURE_INFO = 'attendance-capture'

/** The additional data of a capture. */
export function captureData(stationId: string, seq: number): string {
  return `${stationId}.${seq}`
}

/**
 * The header by which a delivery proves its station before the body is read: `stationId.seq.nonce.tag`, nonce and tag as base64url. The tag is that of no
 * content at all, encrypted as a capture is, for `proofData`.
 */
export const STATION_PROOF = 'x-portal-station'

/** The additional data of a delivery's proof. */
export function proofData(stationId: string, seq: number): string {
  return `${stationId}.${seq}.proof`
}

/** The additional data of where the station's clocks stand at a delivery. */
export function presentData(stationId: string, seq: number): string {
  return `${stationId}.${seq}.present`
}

/** The additional data of a greeting. */
export function helloData(stationId: string): string {
  return `${stationId}.hello`
}
