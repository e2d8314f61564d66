import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSetupFile } from '../../commands/setup-file.ts'
import { demoUnits } from '../../dev/demo/demo-units.ts'
import { DEFAULT_APPLICATIONS } from '../units/defaults/unit-defaults.ts'
import { DEFAULT_CREST } from '../units/default-crest.ts'
import { freeIcons, hues, type IconArt, iconCatalogue } from './icon-catalogue.ts'

const demoFolder = join(import.meta.dirname, '../../dev/demo')
const entries: [string, IconArt][] = Object.entries(iconCatalogue)

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(first: string, second: string): string {
  const parts = [1, 3, 5].map((at) => {
    const sum = Number.parseInt(first.slice(at, at + 2), 16) + Number.parseInt(second.slice(at, at + 2), 16)
    return Math.round(sum / 2)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

test('no two applications share both glyph and hue', () => {
  const looks = [...entries, ...Object.entries<IconArt>(freeIcons)].map(([, { glyph, hue }]) => `${glyph} on ${hue}`)
  expect(looks).toHaveLength(new Set(looks).size)
})

test('there are twelve hues, and a white glyph stands out on each', () => {
  expect(Object.keys(hues)).toHaveLength(12)
  const pale = Object.entries(hues).filter(([, [top, bottom]]) => 1.05 / (luminance(mix(top, bottom)) + 0.05) < 3)
  expect(pale).toEqual([])
})

test('every application with an icon has its art, and all art is used', async () => {
  const files = await Promise.all(demoUnits.map(({ folder }) => readSetupFile(join(demoFolder, folder, 'unit.yaml'))))
  const addresses = [
    ...DEFAULT_APPLICATIONS.flatMap(({ iconPath }) => iconPath ?? []),
    ...files.flatMap(({ file }) => file.applications).flatMap(({ icon }) => (icon ? `/icons/apps/${icon}.svg` : [])),
  ]
  expect(new Set(addresses)).toEqual(new Set(entries.map(([code]) => `/icons/apps/${code}.svg`)))
})

test('every unit has a crest of its own, drawn without script and without anything from elsewhere', async () => {
  const crests = await Promise.all(
    demoUnits.map(({ folder }) => readFile(join(demoFolder, folder, 'logo.svg'), 'utf8')),
  )
  expect(new Set(crests).size).toBe(demoUnits.length)
  for (const crest of [...crests, DEFAULT_CREST.content.toString()]) {
    expect(crest).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 256 256">/)
    expect(crest).not.toMatch(/<script|\son\w+=|href="http|<image|<foreignObject/)
  }
})
