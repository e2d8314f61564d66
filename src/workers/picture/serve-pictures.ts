import { PortalError } from '../../../contract/portal-error.ts'
import { fitPicture } from './fit-picture.ts'
import { type PictureApi, pictureOutcome } from './picture-api.ts'
import type { PictureTools } from './picture-tools.ts'

export function servePictures(tools: PictureTools): PictureApi {
  let upright: Promise<boolean> | undefined
  return {
    async fit(file, shape) {
      try {
        upright ??= drawUpright(tools)
        if (!(await upright)) return { kind: 'elsewhere' }
        return { kind: 'fitted', picture: await fitPicture(file, shape, tools) }
      } catch (error) {
        // Only the code crosses to the page.
        if (error instanceof PortalError) return pictureOutcome.parse({ kind: 'refused', code: error.code })
        throw error
      }
    },
  }
}

/** A grey JPEG of 2 by 1 pixels on its side: start, Exif with orientation 6, a table of 64 ones, frame, two codes, scan, end. */
const SIDEWAYS = [
  'ffd8',
  'ffe100224578696600004d4d002a00000008000101120003000000010006000000000000',
  `ffdb004300${'01'.repeat(64)}`,
  'ffc0000b080001000201011100',
  'ffc40014000100000000000000000000000000000000',
  'ffc40014100100000000000000000000000000000000',
  'ffda0008010100003f003f',
  'ffd9',
].join('')

/** Whether these tools apply the orientation in the metadata, which some browsers' workers do not. Never rejects. */
async function drawUpright(tools: PictureTools): Promise<boolean> {
  const bytes = Uint8Array.from(SIDEWAYS.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    const decoded = await tools.decode(new Blob([bytes], { type: 'image/jpeg' }))
    decoded.close()
    return decoded.width === 1 && decoded.height === 2
  } catch {
    return false
  }
}
