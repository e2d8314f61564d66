import type { PictureTools } from './picture-tools.ts'

/**
 * A grey JPEG of 2 by 1 pixels whose metadata says that it stands on its side: start, Exif with orientation 6, a table of 64 ones, frame, two codes,
 * scan, end.
 */
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

/** Whether these tools lay a picture as its metadata says; some browsers' workers do not, or do not know how to be asked. Never rejects. */
export async function drawUpright(tools: PictureTools): Promise<boolean> {
  const bytes = Uint8Array.from(SIDEWAYS.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    const decoded = await tools.decode(new Blob([bytes], { type: 'image/jpeg' }))
    decoded.close()
    return decoded.width === 1 && decoded.height === 2
  } catch {
    return false
  }
}
