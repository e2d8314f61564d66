import { PortalError } from '../../../../contract/portal-error.ts'

const PIXELS_MAX = 16_000_000
/** Pixels of the longest side for detection: larger pictures only take longer. */
const SIDE_MAX = 960
/** JPEG quality of stored photos. */
const KEPT_QUALITY = 90

/**
 * Decodes a JPEG or PNG for detection and storage: upright, small, without metadata. Throws 'face.unreadable' for anything else, for damaged files,
 * and for more pixels than a phone's camera has.
 */
export async function decodePicture(bytes: Buffer) {
  // The decoder gets these two formats only.
  if (!isJpeg(bytes) && !isPng(bytes)) throw new PortalError('face.unreadable')
  // Loaded on first use: a tenth of a second of the server's start.
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const raw = { width, height, channels: 3 } as const
    return {
      picture: { pixels: new Uint8Array(data), width, height },
      toJpeg: () => sharp(data, { raw }).jpeg({ quality: KEPT_QUALITY }).toBuffer(),
    }
  } catch (error) {
    throw new PortalError('face.unreadable', { cause: error })
  }
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
}
