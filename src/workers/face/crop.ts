import type { Box, Size } from '../../../contract/rules/faces/face-guide.ts'

/** The part of a frame that fills a capture, as `object-fit: cover` shows it on the page. */
export function coverCrop(frame: Size, capture: Size): Box {
  const scale = Math.max(capture.width / frame.width, capture.height / frame.height)
  const width = capture.width / scale
  const height = capture.height / scale
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height }
}

/**
 * The position of a capture around a square that shows its middle, where the guide is; `scale` is pixels of the capture per pixel of the square.
 * In all of a tall phone's picture a face would have twenty pixels, which is too few to be found.
 */
export function aroundSquare(capture: Size, side: number): Box & { readonly scale: number } {
  const scale = Math.min(capture.width, capture.height) / side
  const width = capture.width / scale
  const height = capture.height / scale
  return { x: (side - width) / 2, y: (side - height) / 2, width, height, scale }
}
