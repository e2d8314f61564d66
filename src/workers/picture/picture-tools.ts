import type { Size } from './plan-fit.ts'

/** Upright by its metadata. Must be closed. */
export interface DecodedPicture extends Size {
  readonly source: CanvasImageSource
  close(): void
}

export interface PictureCanvas {
  readonly source: CanvasImageSource
  readonly context: Pick<OffscreenCanvasRenderingContext2D, 'drawImage' | 'getImageData' | 'imageSmoothingQuality'>
  encode(type: string, quality?: number): Promise<Blob>
}

/** Workers and pages have different functions for these. */
export interface PictureTools {
  /** Rejects when the browser cannot decode the file. */
  decode(file: Blob): Promise<DecodedPicture>
  createCanvas(size: Size): PictureCanvas
}

export const workerTools: PictureTools = {
  async decode(file) {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() }
  },
  createCanvas({ width, height }) {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    return {
      source: canvas,
      context,
      encode: (type, quality) => canvas.convertToBlob(quality === undefined ? { type } : { type, quality }),
    }
  },
}
