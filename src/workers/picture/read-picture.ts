import { imageDimensionsFromData } from 'image-dimensions'
import { PICTURE_PIXELS_MAX, PICTURE_SIZE_MAX } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { PictureRefusal } from './fitted-picture.ts'

/** Where the size of a picture stands, behind whatever a phone writes before it. */
const HEAD = 1024 * 1024
/** The kinds that are taken. One that moves would come out as its first picture, so it is refused instead. */
const KINDS = ['jpeg', 'png', 'webp', 'avif', 'heic'] as const
export type PictureKind = (typeof KINDS)[number]

/**
 * What kind of picture a file is by its content, whatever its name says; nothing is decoded for it. Throws PortalError 'picture.type',
 * 'picture.too_large' by bytes or pixels, or 'storage.file_unreadable'.
 */
export async function readPictureKind(file: Blob): Promise<PictureKind> {
  if (file.size > PICTURE_SIZE_MAX) throw refusal('picture.too_large')
  const dimensions = imageDimensionsFromData(await readHead(file))
  const kind = KINDS.find((one) => one === dimensions?.type)
  if (!dimensions || !kind) throw refusal('picture.type')
  if (dimensions.width * dimensions.height > PICTURE_PIXELS_MAX) throw refusal('picture.too_large')
  return kind
}

/** An error of one of the codes that the page knows. */
export function refusal(code: PictureRefusal, cause?: unknown): PortalError {
  return new PortalError(code, { cause })
}

async function readHead(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  } catch (error) {
    throw refusal('storage.file_unreadable', error)
  }
}
