import * as z from 'zod/mini'

/** A picture that is small enough to be sent: upright, without anything but its pixels. */
export const fittedPicture = z.object({
  bytes: z.instanceof(Blob),
  /** The extension of its kind. */
  type: z.literal(['jpg', 'png']),
  width: z.number(),
  height: z.number(),
})
export type FittedPicture = z.infer<typeof fittedPicture>

/** What becomes of a picture in the worker. `elsewhere`: this browser's workers would lay it on its side, so the page must do it. */
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
