import type { Box, Size } from '../../../contract/rules/face-guide.ts'

/** The part of a frame that fills a capture, as `object-fit: cover` shows it on the page. */
export function coverCrop(frame: Size, capture: Size): Box {
  const scale = Math.max(capture.width / frame.width, capture.height / frame.height)
  const width = capture.width / scale
  const height = capture.height / scale
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height }
}

/** How a capture lies in a square with its shape kept: its place there, and how many of its pixels each of the square's is. */
export function fitInSquare(capture: Size, side: number): Box & { readonly scale: number } {
  const scale = Math.max(capture.width, capture.height) / side
  const width = capture.width / scale
  const height = capture.height / scale
  return { x: (side - width) / 2, y: (side - height) / 2, width, height, scale }
}
