import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { fitPicture } from './fit-picture.ts'
import type { PictureTools } from './picture-tools.ts'
import type { Size } from './plan-fit.ts'

it('a photo becomes a JPEG of the quality 0.8, within 500 by 500', async () => {
  const encode = vi.fn<(type: string, quality?: number) => Promise<Blob>>(async () => new Blob(['picture']))
  const close = vi.fn<() => void>()
  const sizes: Size[] = []
  const source = {} as CanvasImageSource
  const context = {
    drawImage: vi.fn<() => void>(),
    getImageData: vi.fn<() => ImageData>(),
    imageSmoothingQuality: 'low' as const,
  }
  const tools: PictureTools = {
    decode: async () => ({ source, width: 1000, height: 800, close }),
    createCanvas: (size) => {
      sizes.push(size)
      return { source, context, encode }
    },
  }
  const photo = await sharp({ create: { width: 1000, height: 800, channels: 3, background: '#2f8a5f' } })
    .jpeg()
    .toBuffer()
  const fitted = await fitPicture(new Blob([new Uint8Array(photo)]), 'whole', tools)
  expect(encode).toHaveBeenCalledExactlyOnceWith('image/jpeg', 0.8)
  expect(sizes.at(-1)).toEqual({ width: 500, height: 400 })
  expect(fitted).toMatchObject({ type: 'jpg', width: 500, height: 400 })
  expect(close).toHaveBeenCalledOnce()
})
