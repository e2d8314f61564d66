import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { composeTile, iconFiles, pictureFiles, readPaths, roundPath } from '../../../scripts/app-icons.ts'
import { freeIcons, iconCatalogue } from '../../../server/modules/applications/icon-catalogue.ts'

const TILE_LIMIT = 3000
const PNG_LIMIT = 15_000
const publicIcons = new URL('../../../public/icons/', import.meta.url)

test('every application gets one picture with three forms of less than 3 kB, and no two look the same', async () => {
  expect(Object.keys(iconFiles)).toEqual([
    ...Object.keys(iconCatalogue).map((code) => `icons/apps/${code}.svg`),
    ...Object.keys(freeIcons).map((name) => `icons/apps/free-${name}.svg`),
  ])
  const tiles = await Promise.all(Object.values(iconFiles).map((draw) => draw()))
  expect(new Set(tiles).size).toBe(tiles.length)
  for (const tile of tiles) {
    expect(tile).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64">.*<\/svg>$/)
    expect(Buffer.byteLength(tile)).toBeLessThan(TILE_LIMIT)
  }
})

test('the desktop gets each of the three forms as a WebP picture of its own of less than 5 kB', async () => {
  expect(Object.keys(pictureFiles)).toHaveLength(3 * Object.keys(iconFiles).length)
  const names = ['files', 'files-gray', 'files-cartoon'].map((name) => `icons/apps/${name}.webp`)
  const files = await Promise.all(names.map((name) => pictureFiles[name]?.() ?? Promise.reject(new Error(name))))
  const pictures = await Promise.all(files.map((file) => sharp(file).raw().toBuffer({ resolveWithObject: true })))
  for (const [at, { info }] of pictures.entries()) {
    expect(info).toMatchObject({ width: 192, height: 192, channels: 4 })
    expect(files[at]?.length).toBeLessThan(5000)
  }
  // Near the left edge: blue, nearly grey, and the dark outline.
  const [plain = [], gray = [], cartoon = []] = pictures.map(({ data }) => [
    ...data.subarray((96 * 192 + 6) * 4, (96 * 192 + 6) * 4 + 3),
  ])
  const spread = (colour: number[]) => Math.max(...colour) - Math.min(...colour)
  expect(spread(plain)).toBeGreaterThan(100)
  expect(spread(gray)).toBeLessThan(spread(plain) * 0.6)
  expect(Math.max(...cartoon)).toBeLessThan(Math.max(...plain) * 0.7)
})

test('path data is rounded to one decimal and keeps its numbers apart', () => {
  expect(roundPath('M8.17,8.04-0.04.96,1.55.3a8,8,0,0,0-8,8Z')).toBe('M8.2 8 0 1 1.6 .3a8 8 0 0 0-8 8Z')
})

test('a glyph that is drawn with more than paths is refused', () => {
  expect(() => readPaths('<svg><path d="M0,0Z"/><circle r="3"/></svg>')).toThrow('plain paths')
  expect(() => composeTile({ glyph: 'none', hue: 'blue' }, '<svg></svg>')).toThrow('plain paths')
})

test.each([
  ['portal-192.png', 192],
  ['portal-512.png', 512],
  ['portal-maskable-512.png', 512],
  ['apple-touch-icon.png', 180],
])('%s is a square PNG of %i px below 15 kB', async (name, side) => {
  const bytes = await readFile(new URL(name, publicIcons))
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([side, side])
  expect(bytes.length).toBeLessThan(PNG_LIMIT)
})
