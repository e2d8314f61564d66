import { afterEach, expect, it, vi } from 'vitest'
import type { Frame } from './face-api.ts'
import { serveFaces } from './serve-faces.ts'

afterEach(() => vi.unstubAllGlobals())

it('photographs at the size of the capture, as a JPEG of the highest quality, and closes the frame', async () => {
  const convertToBlob = vi.fn<(options: ImageEncodeOptions) => Promise<Blob>>(async () => new Blob(['photo']))
  const drawn = vi.fn<() => void>()
  const sizes: number[][] = []
  class Canvas {
    readonly convertToBlob = convertToBlob
    constructor(width: number, height: number) {
      sizes.push([width, height])
    }
    getContext() {
      return { drawImage: drawn, canvas: this }
    }
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
  const close = vi.fn<() => void>()
  const frame = { width: 1280, height: 720, close } as unknown as Frame
  await serveFaces().photograph(frame, { width: 480, height: 640 })
  expect(convertToBlob).toHaveBeenCalledExactlyOnceWith({ type: 'image/jpeg', quality: 1 })
  expect(sizes.at(-1)).toEqual([480, 640])
  expect(drawn).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
})
