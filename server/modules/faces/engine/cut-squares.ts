import type { Picture } from './face-thread.ts'

/** A phone's photo is as high as its screen; those of cameras are three to two at most. */
const LONG = 1.55

/**
 * Where in a picture to look for a face, one after the other: in one that is much higher than wide first in its middle, where the guide is, then at its ends.
 * The detector sees a small square, in which the face of a high picture is lost. Wide ones show several people beside each other, and are looked at whole.
 */
export function* cutSquares(picture: Picture): Generator<Picture> {
  const { width, height } = picture
  if (height >= width * LONG)
    for (const share of [0.5, 0, 1]) yield cutSquare(picture, Math.floor((height - width) * share))
  yield picture
}

/** As many rows as the picture is wide, from a row on. */
function cutSquare({ pixels, width }: Picture, top: number): Picture {
  return { pixels: pixels.slice(top * width * 3, (top + width) * width * 3), width, height: width }
}
