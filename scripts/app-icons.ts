import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { hues, iconCatalogue, type IconArt } from '../server/modules/tenants/art/icon-catalogue.ts'

const { resolve } = createRequire(import.meta.url)

const SIDE = 64
/** 22% of the side, as everywhere in the interface. */
const RADIUS = 14
const GLYPH_SIDE = 38
/** Phosphor's own side of a glyph. */
const GLYPH_GRID = 256

/** The icon of every application in the catalogue, by its path in the build. Drawing rejects when the library lacks the glyph. */
export const iconFiles: Readonly<Record<string, () => Promise<string>>> = Object.fromEntries(
  Object.entries<IconArt>(iconCatalogue).map(([code, art]) => [`icons/apps/${code}.svg`, () => drawIcon(art)]),
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

/** A tile as SVG text: rounded square with a soft top light, and the glyph in white with a faint shadow under it. */
export function composeTile(art: IconArt, glyphSource: string): string {
  const [top, bottom] = hues[art.hue]
  const offset = (SIDE - GLYPH_SIDE) / 2
  const scale = Math.round((GLYPH_SIDE / GLYPH_GRID) * 10_000) / 10_000
  const glyph = readPaths(glyphSource).map(roundPath).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
    `<radialGradient id="l" cx=".5" cy="0" r=".75"><stop stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    `<path id="p" d="${glyph}"/></defs>` +
    `<rect width="${SIDE}" height="${SIDE}" rx="${RADIUS}" fill="url(#g)"/><rect width="${SIDE}" height="${SIDE}" rx="${RADIUS}" fill="url(#l)"/>` +
    `<g transform="translate(${offset} ${offset})scale(${scale})"><use href="#p" y="9" fill="#000" opacity=".14"/><use href="#p" fill="#fff"/></g>` +
    `</svg>`
  )
}
