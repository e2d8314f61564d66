import { expect, it } from 'vitest'
import { hashChunks } from './hash-chunks.ts'
import { readPieces } from './read-pieces.ts'

it('hashing lets what waits have its turn between two pieces, though the file is all there', async () => {
  const turns: string[] = []
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => turns.push('message'))
  port1.start()
  const never = new AbortController().signal
  await hashChunks(never, new Blob([new Uint8Array(8 * 1024 * 1024)]), 2 * 1024 * 1024, {
    onProgress(bytes) {
      turns.push(`${bytes}`)
      port2.postMessage(null)
    },
  })
  port1.close()
  expect(turns.lastIndexOf('message')).toBeGreaterThan(2)
  // One after each piece, and not all of them in the end.
  expect(turns.indexOf('message')).toBe(1)
})

it('no more than 2 MB are read at a time, from a stream and without one', async () => {
  const MB2 = 2 * 1024 * 1024
  const file = new Blob([new Uint8Array(2 * MB2 + 5)])
  const sizesOf = async (blob: Blob, patience?: number) => {
    const sizes: number[] = []
    for await (const piece of readPieces(new AbortController().signal, blob, patience)) sizes.push(piece.length)
    return sizes
  }
  const streamed = await sizesOf(file)
  expect(Math.max(...streamed)).toBeLessThanOrEqual(MB2)
  expect(streamed.reduce((sum, size) => sum + size, 0)).toBe(file.size)
  // A stream that never delivers.
  file.stream = () => new ReadableStream({ pull: () => new Promise<void>(() => {}) })
  expect(await sizesOf(file, 1)).toEqual([MB2, MB2, 5])
})
