import { LOGO_LENGTH } from '../../../../contract/endpoints/units/setup.ts'

/** Pixels of the longer side, from the best: even noise fits at the last one. */
const SIDES = [256, 192, 128, 88]

/** A picture as a PNG in a data address that is short enough to be sent. Rejects for what is no picture. */
export async function makeSmallLogo(file: Blob): Promise<string> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    // A drawing may have no size of its own.
    const width = image.naturalWidth || 256
    const height = image.naturalHeight || 256
    for (const side of SIDES) {
      const scale = Math.min(1, side / Math.max(width, height))
      const canvas = Object.assign(document.createElement('canvas'), {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
      })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      const made = canvas.toDataURL('image/png')
      if (made.length <= LOGO_LENGTH) return made
    }
    throw new Error('too large')
  } finally {
    URL.revokeObjectURL(address)
  }
}
