import { expect, it } from 'vitest'
import { serveHashing } from './serve-hashing.ts'

const never = new AbortController().signal
const file = new Blob([new Uint8Array(9 * 1024 * 1024)])

it('reports at most every 100 milliseconds, and the end in any case', async () => {
  let time = 0
  const reports: number[] = []
  const hash = await serveHashing(() => (time += 60)).hash(never, file, (bytes) => reports.push(bytes))
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(reports.length).toBeLessThan(5)
  expect(reports.at(-1)).toBe(file.size)
})

it('ends the hashing that was stopped, and goes on with the others', async () => {
  const hashing = serveHashing(() => 0)
  const controller = new AbortController()
  const stopped = hashing.hash(controller.signal, file, () => controller.abort(new Error('enough')))
  const other = hashing.hash(never, new Blob(['abc']), () => {})
  await expect(stopped).rejects.toThrow('enough')
  expect(await other).toBe('900150983cd24fb0d6963f7d28e17f72')
})
