import { DESCRIPTOR_LENGTH } from './engine/face-index.ts'
import type { Vault } from '../../runtime/vault.ts'

const BYTES_EACH = 4

/** The encryption context of a photo's picture. */
export function pictureLabel(photoId: string): string {
  return `face picture ${photoId}`
}

export function sealDescriptor(vault: Vault, photoId: string, descriptor: Float32Array): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR_LENGTH * BYTES_EACH)
  for (const [at, part] of descriptor.entries()) bytes.writeFloatLE(part, at * BYTES_EACH)
  return vault.sealBytes(bytes, descriptorLabel(photoId))
}

/** Decrypts a photo's descriptor; throws for any other context. */
export function openDescriptor(vault: Vault, photoId: string, sealed: Uint8Array): Float32Array {
  const bytes = vault.openBytes(sealed, descriptorLabel(photoId))
  return Float32Array.from({ length: DESCRIPTOR_LENGTH }, (_, at) => bytes.readFloatLE(at * BYTES_EACH))
}

function descriptorLabel(photoId: string): string {
  return `face descriptor ${photoId}`
}
