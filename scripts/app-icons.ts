import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { contrastRatio } from '../contract/rules/appearance/oklab.ts'
import { freeIconPath, FREE_ICONS } from '../contract/rules/desktop/own-application.ts'
import { freeIcons, hues, iconCatalogue, type IconArt } from '../server/modules/applications/icon-catalogue.ts'

const { resolve } = createRequire(import.meta.url)

const SIDE = 64
const VIEW = `viewBox="0 0 ${SIDE} ${SIDE}"`
/** 22% of the side, as everywhere in the interface. */
const RADIUS = 14
const GLYPH_SIDE = 38
/** Phosphor's own side of a glyph. */
const GLYPH_GRID = 256

/** The icon of every application in the catalogue and the free ones, by their path in the build. Drawing rejects when the library lacks the glyph. */
export const iconFiles: Readonly<Record<string, () => Promise<string>>> = Object.fromEntries([
  ...Object.entries<IconArt>(iconCatalogue).map(([code, art]) => [`icons/apps/${code}.svg`, () => drawIcon(art)]),
  ...FREE_ICONS.map((name) => [freeIconPath(name).slice(1), () => drawIcon(freeIcons[name])]),
])

/** Where the forms of a tile stand in its SVG text, by the names that their files end with. */
const FORMS = { '': 0, '-gray': SIDE, '-cartoon': 2 * SIDE } as const
/** Pixels: of a tile on a screen with three for each. */
const PIXELS = 192
const DENSITY = (72 * PIXELS) / SIDE

/** What the desktop shows of `iconFiles`: each form as a WebP file, because to the browser an SVG picture is a document of its own (docs/develop/performance.md). */
export const pictureFiles: Readonly<Record<string, () => Promise<Buffer>>> = Object.fromEntries(
  Object.entries(iconFiles).flatMap(([file, draw]) =>
    Object.entries(FORMS).map(([name, x]) => [
      file.replace('.svg', `${name}.webp`),
      async () => {
        const form = (await draw()).replace(VIEW, `viewBox="${x} 0 ${SIDE} ${SIDE}"`)
        return sharp(Buffer.from(form), { density: DENSITY }).resize(PIXELS, PIXELS).webp({ quality: 90 }).toBuffer()
      },
    ]),
  ),
)

async function drawIcon(art: IconArt): Promise<string> {
  return composeTile(art, await readFile(resolve(`@phosphor-icons/core/fill/${art.glyph}-fill.svg`), 'utf8'))
}

/** Rounds the numbers of path data to one decimal (0.01 px at the size of a tile) and writes it with as few separators as it needs. */
export function roundPath(pathData: string): string {
  let written = ''
  for (const [token] of pathData.matchAll(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g)) {
    if (/[a-zA-Z]/.test(token)) {
      written += token
      continue
    }
    const rounded = Math.round(Number(token) * 10) / 10
    const number = String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.')
    written += /[\d.]$/.test(written) && !number.startsWith('-') ? ` ${number}` : number
  }
  return written
}

/** The path data of a Phosphor icon's source. Throws when the source is drawn with anything but paths. */
export function readPaths(source: string): string[] {
  const paths = [...source.matchAll(/<path d="([^"]+)"\/>/g)].map((match) => match[1] ?? '')
  const shapes = source.match(/<(?!svg|\/svg)[a-z]+/g)?.length ?? 0
  if (paths.length === 0 || paths.length !== shapes)
    throw new Error(`Not drawn with plain paths: ${source.slice(0, 80)}`)
  return paths
}

/**
 * A tile as SVG text: rounded square with a soft top light, and the glyph in white with a faint shadow under it. Beside it stand its two other forms,
 * which `#gray` and `#cartoon` in the picture's address show: in the ink wash theme almost without colour, in the cartoon flat and with outlines.
 */
export function composeTile(art: IconArt, glyphSource: string): string {
  const [top, bottom] = hues[art.hue]
  const glyph = readPaths(glyphSource).map(roundPath).join('')
  const offset = (SIDE - GLYPH_SIDE) / 2
  const scale = Math.round((GLYPH_SIDE / GLYPH_GRID) * 10_000) / 10_000
  const atGlyph = `transform="translate(${offset} ${offset})scale(${scale})"`
  const square = (x: number, fill: string) =>
    `<rect x="${x}" width="${SIDE}" height="${SIDE}" rx="${RADIUS}" fill="${fill}"/>`
  const outline = darken(bottom, 0.55)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${VIEW}>` +
    `<view id="gray" viewBox="${SIDE} 0 ${SIDE} ${SIDE}"/><view id="cartoon" viewBox="${SIDE * 2} 0 ${SIDE} ${SIDE}"/>` +
    `<defs>${gradient('g', top, bottom)}${gradient('i', toInk(top), toInk(bottom))}` +
    `<radialGradient id="l" cx=".5" cy="0" r=".75"><stop stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    `<path id="p" d="${glyph}"/>` +
    `<g id="w" ${atGlyph}><use href="#p" y="9" fill="#000" opacity=".14"/><use href="#p" fill="#fff"/></g></defs>` +
    `${square(0, 'url(#g)')}${square(0, 'url(#l)')}<use href="#w"/>` +
    `${square(SIDE, 'url(#i)')}<use href="#w" x="${SIDE}"/>` +
    `<rect x="${SIDE * 2 + 2}" y="2" width="${SIDE - 4}" height="${SIDE - 4}" rx="${RADIUS + 4}" fill="${top}" stroke="${outline}" stroke-width="4"/>` +
    `<g transform="translate(${SIDE * 2})"><use href="#p" ${atGlyph} fill="#fff" stroke="${outline}" stroke-width="14" stroke-linejoin="round" paint-order="stroke"/></g>` +
    `</svg>`
  )
}

function gradient(id: string, top: string, bottom: string): string {
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`
}

/** Parts of a colour that ink wash keeps; the rest is a warm grey of the same luminance. */
const INK_KEEPS = 0.4
const WARMTH = [1.06, 1, 0.9] as const
/** Of the white glyph, at the lighter end of the tile too: a little above WCAG's 3:1 for graphics, because browsers round. */
const INK_CONTRAST = 3.2

/** A colour as ink wash, darker where white would not be readable on it. */
export function toInk(colour: string): string {
  const parts = channels(colour)
  const [red = 0, green = 0, blue = 0] = parts
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  let ink = toHex(parts.map((part, at) => part * INK_KEEPS + grey * (WARMTH[at] ?? 1) * (1 - INK_KEEPS)))
  while (contrastRatio('#ffffff', ink) < INK_CONTRAST) ink = darken(ink, 0.02)
  return ink
}

function darken(colour: string, part: number): string {
  return toHex(channels(colour).map((channel) => channel * (1 - part)))
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function toHex(parts: readonly number[]): string {
  return `#${parts.map((part) => Math.min(255, Math.round(part)).toString(16).padStart(2, '0')).join('')}`
}
