import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { KIT_VERSION } from '../contract/limits.ts'
import { parseTheme, THEMES } from '../contract/rules/appearance/themes.ts'
import { tintDeclarations } from '../contract/rules/appearance/tints.ts'

const SCENES = new URL('../src/app/features/theme/scenes/', import.meta.url)
const DRAWN: readonly string[] = ['ink', 'lotus', 'cartoon']

/** The tints of a theme, for pages that do not derive them, and its scene. The theme `color`, for a chosen colour, has no tints. */
export async function themeStylesheet(name: string): Promise<string> {
  const file = DRAWN.includes(name) ? name : 'color'
  const scene = await readFile(fileURLToPath(new URL(`${file}.css`, SCENES)), 'utf8')
  const look = parseTheme(name)
  return look ? `:root[data-theme='${name}']{${tintDeclarations(look.color)}}\n${scene}` : scene
}

export const themeStylesheets: Readonly<Record<string, () => Promise<string>>> = Object.fromEntries(
  [...THEMES.filter((theme) => theme !== 'custom'), 'color'].map((name) => [
    `common/plugins/theme/${KIT_VERSION}/${name}.css`,
    () => themeStylesheet(name),
  ]),
)
