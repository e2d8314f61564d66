import * as z from 'zod/mini'
import type { Shape } from './plan-fit.ts'

/** Upright, small, and without metadata. */
export const fittedPicture = z.object({
  bytes: z.instanceof(Blob),
  type: z.literal(['jpg', 'png']),
  width: z.number(),
  height: z.number(),
})
export type FittedPicture = z.infer<typeof fittedPicture>

/** `elsewhere`: this browser's workers ignore the orientation in the metadata, so the page must fit the picture. */
export const pictureOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fitted'), picture: fittedPicture }),
  z.object({
    kind: z.literal('refused'),
    code: z.literal([
      'picture.type',
      'picture.heic',
      'picture.unreadable',
      'picture.too_large',
      'storage.file_unreadable',
    ]),
  }),
  z.object({ kind: z.literal('elsewhere') }),
])
export type PictureOutcome = z.infer<typeof pictureOutcome>
export type PictureRefusal = Extract<PictureOutcome, { kind: 'refused' }>['code']

/** What the page calls on the picture worker. */
export interface PictureApi {
  fit(file: Blob, shape: Shape): Promise<PictureOutcome>
}
