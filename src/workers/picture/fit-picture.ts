import { IMAGE_QUALITY } from '../../../contract/limits.ts'
import type { FittedPicture } from './fitted-picture.ts'
import type { DecodedPicture, PictureCanvas, PictureTools } from './picture-tools.ts'
import { planFit, type Shape } from './plan-fit.ts'
import { readPictureKind, refusal, type PictureKind } from './read-picture.ts'

/**
 * Makes a picture fit to be sent: upright, at most 500 by 500, a JPEG, or a PNG where it is transparent. It is drawn anew, so that only its pixels
 * are left: no place, no date, no camera. Throws the signal's reason, and what `readPictureKind` throws, 'picture.unreadable' and 'picture.heic'.
 */
export async function fitPicture(
  signal: AbortSignal,
  file: Blob,
  shape: Shape,
  tools: PictureTools,
): Promise<FittedPicture> {
  const kind = await readPictureKind(file)
  signal.throwIfAborted()
  const decoded = await tools.decode(file).catch((error: unknown) => {
    throw refusal(kind === 'heic' ? 'picture.heic' : 'picture.unreadable', error)
  })
  try {
    signal.throwIfAborted()
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

/** Whether any of the pixels (four bytes each, the last one its opacity) lets something through. */
function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true
  return false
}
