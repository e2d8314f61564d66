import sharp from 'sharp'

const SIDE = 512
/** The same number is in the database. */
const BYTES = 1024 * 1024

export interface LogoPicture {
  readonly mediaType: 'image/svg+xml' | 'image/png'
  readonly content: Buffer
}

export const LOGO_FORMATS = ['svg', 'png', 'jpeg', 'webp'] as const

/** The format of a picture, '' for what is none. */
export function pictureFormat(bytes: Buffer): Promise<string> {
  return sharp(bytes)
    .metadata()
    .then(
      (found): string => found.format,
      () => '',
    )
}

/**
 * A drawing as it is, a photo or picture as a PNG of at most 512 by 512 without its metadata. Undefined when it is too large. Rejects with the library's
 * error for what is no picture.
 */
export async function makeLogo(bytes: Buffer, format: string): Promise<LogoPicture | undefined> {
  const isDrawing = format === 'svg'
  const content = isDrawing
    ? bytes
    : await sharp(bytes)
        .rotate()
        .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9 })
        .toBuffer()
  if (content.length > BYTES) return undefined
  return { mediaType: isDrawing ? 'image/svg+xml' : 'image/png', content }
}
