import { expect, it } from 'vitest'
import { planFit } from './plan-fit.ts'

const size = (width: number, height: number) => ({ width, height })
const lastOf = (width: number, height: number) => planFit(size(width, height), 'whole').steps.at(-1)

it('keeps the aspect within 500 by 500, and never makes a picture larger', () => {
  expect(lastOf(4000, 3000)).toEqual(size(500, 375))
  expect(lastOf(3000, 4000)).toEqual(size(375, 500))
  expect(lastOf(501, 500)).toEqual(size(500, 499))
  expect(lastOf(500, 500)).toEqual(size(500, 500))
  expect(lastOf(40, 30)).toEqual(size(40, 30))
  // A strip keeps at least a line.
  expect(lastOf(20_000, 3)).toEqual(size(500, 1))
})

it('cuts the square out of the middle', () => {
  expect(planFit(size(4000, 3000), 'square')).toMatchObject({ crop: { x: 500, y: 0, ...size(3000, 3000) } })
  expect(planFit(size(3000, 4001), 'square').crop).toEqual({ x: 0, y: 500, ...size(3000, 3000) })
  expect(planFit(size(3000, 4001), 'square').steps.at(-1)).toEqual(size(500, 500))
  expect(planFit(size(40, 30), 'square').steps).toEqual([size(30, 30)])
})

it('halves a photo of 48 megapixels step by step', () => {
  const { crop, steps } = planFit(size(8000, 6000), 'whole')
  expect(steps).toEqual([size(4000, 3000), size(2000, 1500), size(1000, 750), size(500, 375)])
  expect(crop).toEqual({ x: 0, y: 0, ...size(8000, 6000) })
  for (const [width, height] of [
    [9248, 6936],
    [1001, 999],
    [501, 20_000],
  ] as const) {
    const sizes = [size(width, height), ...planFit(size(width, height), 'whole').steps]
    for (const [at, next] of sizes.slice(1).entries()) expect((sizes[at]?.height ?? 0) / next.height).toBeLessThan(2.1)
  }
})
