import type { Box, Size } from '../../../contract/rules/face-guide.ts'

/** The part of a frame that fills a capture, as `object-fit: cover` shows it on the page. */
export function coverCrop(frame: Size, capture: Size): Box {
  const scale = Math.max(capture.width / frame.width, capture.height / frame.height)
  const width = capture.width / scale
  const height = capture.height / scale
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height }
}

/**
 * How a capture lies around a square that shows its middle, where the guide is: its place there, and how many of its pixels each of the square's is. Of a high
 * phone's picture all of it would leave a face twenty pixels, which is too few to be found.
 */
export function aroundSquare(capture: Size, side: number): Box & { readonly scale: number } {
  const scale = Math.min(capture.width, capture.height) / side
  const width = capture.width / scale
  const height = capture.height / scale
  return { x: (side - width) / 2, y: (side - height) / 2, width, height, scale }
}
