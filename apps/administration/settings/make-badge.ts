/** Pixels of a side, as the command makes it. */
const SIDE = 40
/** Characters of what the contract takes as a picture. */
const LENGTH = 8192

/** A picture as a small PNG in a data address, because the footer is within the document; null for what is no picture, or has too many details. */
export async function makeBadge(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const scale = SIDE / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height)
  picture.close()
  const address = canvas.toDataURL('image/png')
  return address.length <= LENGTH ? address : null
}
