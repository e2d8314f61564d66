import * as z from 'zod/mini'
import type { Size } from '../../../contract/rules/faces/face-guide.ts'

/** A picture of the camera. The receiver closes it. */
export type Frame = VideoFrame | ImageBitmap

/** The number of faces, and the largest of them in pixels of the capture. */
export const detection = z.object({
  faces: z.number(),
  face: z.nullable(
    z.object({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      /** 0 straight ahead, about 1 in profile, positive to the person's own left. */
      turn: z.number(),
      light: z.literal(['enough', 'dark', 'bright', 'one-sided']),
    }),
  ),
})
export type Detection = z.infer<typeof detection>

/** What the page calls on the face worker. */
export interface FaceApi {
  /** Loads runtime and model, so that the first frame does not wait for them. Rejects when that fails. */
  prepare(): Promise<void>
  /** Looks for faces in the part of a frame that fills a capture of this size. */
  look(frame: Frame, capture: Size): Promise<Detection>
  /** The same part of a frame as a JPEG of the highest quality. */
  photograph(frame: Frame, capture: Size): Promise<Blob>
}
