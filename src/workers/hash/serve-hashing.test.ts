import { expect, it } from 'vitest'
import { serveHashing } from './serve-hashing.ts'

const file = new Blob([new Uint8Array(9 * 1024 * 1024)])

it('reports at most every 100 milliseconds, and the end in any case', async () => {
  let time = 0
  const reports: number[] = []
  const hash = await serveHashing(() => (time += 60)).hash(1, file, (bytes) => reports.push(bytes))
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(reports.length).toBeLessThan(5)
  expect(reports.at(-1)).toBe(file.size)
})

it('answers null to the hashing that was stopped, and goes on with the others', async () => {
  const hashing = serveHashing(() => 0)
  const stopped = hashing.hash(1, file, () => hashing.stop(1))
  const other = hashing.hash(2, new Blob(['abc']), () => {})
  expect(await stopped).toBeNull()
  expect(await other).toBe('900150983cd24fb0d6963f7d28e17f72')
})
