import { imageDimensionsFromData } from 'image-dimensions'
import { IMAGE_QUALITY, PICTURE_PIXELS_MAX, PICTURE_SIZE_MAX } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { FittedPicture, PictureRefusal } from './picture-api.ts'
import type { DecodedPicture, PictureCanvas, PictureTools } from './picture-tools.ts'
import { planFit, type Shape } from './plan-fit.ts'

/**
 * Makes a picture upright, at most 500 by 500, a JPEG, or a PNG where it is transparent. It is drawn anew, which drops all metadata. Throws what
 * `readPictureKind` throws, 'picture.unreadable' and 'picture.heic'.
 */
export async function fitPicture(file: Blob, shape: Shape, tools: PictureTools): Promise<FittedPicture> {
  const kind = await readPictureKind(file)
  const decoded = await tools.decode(file).catch((error: unknown) => {
    throw refusal(kind === 'heic' ? 'picture.heic' : 'picture.unreadable', error)
  })
  try {
    return await encode(drawSmaller(decoded, shape, tools), kind)
  } finally {
    decoded.close()
  }
}

interface Drawn {
  readonly canvas: PictureCanvas
  readonly width: number
  readonly height: number
}

function drawSmaller(decoded: DecodedPicture, shape: Shape, tools: PictureTools): Drawn {
  const { crop, steps } = planFit(decoded, shape)
  let from = { source: decoded.source, ...crop }
  let drawn: Drawn | undefined
  for (const { width, height } of steps) {
    const canvas = tools.createCanvas({ width, height })
    canvas.context.imageSmoothingQuality = 'high'
    canvas.context.drawImage(from.source, from.x, from.y, from.width, from.height, 0, 0, width, height)
    from = { source: canvas.source, x: 0, y: 0, width, height }
    drawn = { canvas, width, height }
  }
  if (!drawn) throw new Error('nothing was drawn')
  return drawn
}

async function encode({ canvas, width, height }: Drawn, kind: PictureKind): Promise<FittedPicture> {
  const isPng = kind !== 'jpeg' && isTransparent(canvas.context.getImageData(0, 0, width, height).data)
  const bytes = await (isPng ? canvas.encode('image/png') : canvas.encode('image/jpeg', IMAGE_QUALITY))
  return { bytes, type: isPng ? 'png' : 'jpg', width, height }
}

/** Pixels are four bytes each, the last one the opacity. */
function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true
  return false
}

/** Contains the size of a picture, also after the metadata of a phone. */
const HEAD = 1024 * 1024
/** GIF is refused: only its first picture would be left. */
const KINDS = ['jpeg', 'png', 'webp', 'avif', 'heic'] as const
type PictureKind = (typeof KINDS)[number]

/** By the content, without decoding it. Throws PortalError 'picture.type', 'picture.too_large' by bytes or pixels, or 'storage.file_unreadable'. */
async function readPictureKind(file: Blob): Promise<PictureKind> {
  if (file.size > PICTURE_SIZE_MAX) throw refusal('picture.too_large')
  const dimensions = imageDimensionsFromData(await readHead(file))
  const kind = KINDS.find((one) => one === dimensions?.type)
  if (!dimensions || !kind) throw refusal('picture.type')
  if (dimensions.width * dimensions.height > PICTURE_PIXELS_MAX) throw refusal('picture.too_large')
  return kind
}

function refusal(code: PictureRefusal, cause?: unknown): PortalError {
  return new PortalError(code, { cause })
}

async function readHead(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  } catch (error) {
    throw refusal('storage.file_unreadable', error)
  }
}
