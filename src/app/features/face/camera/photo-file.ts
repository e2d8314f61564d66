import { PICTURE_PIXELS_MAX, PICTURE_SIZE_MAX } from '../../../../../contract/limits.ts'
import { PortalError } from '../../../../../contract/portal-error.ts'
import { toBase64 as bytesToBase64 } from '../../../platform/base64.ts'
import type { FaceBridge } from '../../../platform/face.ts'

/** Pixels of the longer side of a chosen photo: a face is as large as from the camera. */
const LONGER_SIDE = 1280

/** A chosen picture as a photo to send: upright, no larger than needed. Rejects with PortalError 'picture.unreadable' or 'picture.too_large'. */
export async function readPhoto(signal: AbortSignal, faces: Pick<FaceBridge, 'photograph'>, file: Blob): Promise<Blob> {
  if (file.size > PICTURE_SIZE_MAX) throw new PortalError('picture.too_large')
  const picture = await createImageBitmap(file).catch((error: unknown) => {
    throw new PortalError('picture.unreadable', { cause: error })
  })
  const { width, height } = picture
  if (width * height > PICTURE_PIXELS_MAX) {
    picture.close()
    throw new PortalError('picture.too_large')
  }
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height))
  return faces.photograph(signal, picture, { width: Math.round(width * scale), height: Math.round(height * scale) })
}

/** The bytes of a picture as base64, without the prefix of a data URL. */
export const toBase64 = async (picture: Blob): Promise<string> =>
  bytesToBase64(new Uint8Array(await picture.arrayBuffer()))
