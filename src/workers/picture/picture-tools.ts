import type { Size } from './plan-fit.ts'

/** A picture that can be drawn, upright as its own metadata says. It is closed once it is no longer needed. */
export interface DecodedPicture extends Size {
  readonly source: CanvasImageSource
  close(): void
}

/** What is drawn on, in a worker or on the page. */
export interface PictureCanvas {
  readonly source: CanvasImageSource
  readonly context: Pick<OffscreenCanvasRenderingContext2D, 'drawImage' | 'getImageData' | 'imageSmoothingQuality'>
  encode(type: string, quality?: number): Promise<Blob>
}

/** What a browser offers for pictures; workers and pages have it by different names. */
export interface PictureTools {
  /** Rejects when the browser cannot make a picture of the file. */
  decode(file: Blob): Promise<DecodedPicture>
  createCanvas(size: Size): PictureCanvas
}

/** The tools of a worker. */
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
