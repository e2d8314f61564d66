import { expect, it } from 'vitest'
import { hashChunks } from './hash-chunks.ts'

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
