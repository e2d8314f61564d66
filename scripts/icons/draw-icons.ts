import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type IconArt, iconCatalogue } from '../../server/modules/tenants/art/icon-catalogue.ts'
import { composeTile } from './compose-tile.ts'

const { resolve } = createRequire(import.meta.url)

async function draw(art: IconArt): Promise<string> {
  return composeTile(art, await readFile(resolve(`@phosphor-icons/core/fill/${art.glyph}-fill.svg`), 'utf8'))
}

/** Draws the icon of every application in the catalogue; returns SVG by code. Rejects when the library lacks a glyph. */
export async function drawIcons(): Promise<Map<string, string>> {
  const entries: [string, IconArt][] = Object.entries(iconCatalogue)
  return new Map(await Promise.all(entries.map(async ([code, art]) => [code, await draw(art)] as const)))
}
