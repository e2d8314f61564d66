import { fitPicture } from '../../workers/picture/fit-picture.ts'
import type { FittedPicture } from '../../workers/picture/picture-api.ts'
import type { PictureTools } from '../../workers/picture/picture-tools.ts'
import type { Shape } from '../../workers/picture/plan-fit.ts'

/** Pages apply the orientation in a picture's metadata (Safari 13.1, Chrome 81, Firefox 77), also where workers do not. */
const pageTools: PictureTools = {
  async decode(file) {
    const address = URL.createObjectURL(file)
    const close = () => URL.revokeObjectURL(address)
    const image = new Image()
    image.src = address
    await image.decode().catch((error: unknown) => {
      close()
      throw error
    })
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close }
  },
  createCanvas({ width, height }) {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    return {
      source: canvas,
      context,
      encode: (type, quality) =>
        new Promise((resolve, reject) => {
          canvas.toBlob((bytes) => (bytes ? resolve(bytes) : reject(new Error('not encoded'))), type, quality)
        }),
    }
  },
}

/** Replaces the worker where workers ignore the orientation. */
export function fitOnPage(file: Blob, shape: Shape): Promise<FittedPicture> {
  return fitPicture(file, shape, pageTools)
}
