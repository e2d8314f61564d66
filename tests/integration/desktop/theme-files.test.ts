import { readdir, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { themeCss } from '../../../contract/endpoints/language.ts'
import { DEFAULT_THEME_COLOR, KIT_VERSION } from '../../../contract/limits.ts'
import { parseTheme, THEMES } from '../../../contract/rules/appearance/themes.ts'
import { themeStylesheet, themeStylesheets } from '../../../scripts/theme-stylesheets.ts'
import { TINT_NAMES, tintValues } from '../../../contract/rules/appearance/tints.ts'

const ADDRESS = themeCss.path.replace('{version}', KIT_VERSION).replace('/{theme}.css', '')
const FOLDER = resolve(`public${ADDRESS}`)
/** Bytes; a picture that comes after the first frame should still not weigh more than the frame. */
const LARGEST = 24 * 1024

const NAMES = [...THEMES.filter((theme) => theme !== 'custom'), 'color']

function declaredTints(css: string): string[] {
  return TINT_NAMES.map((name) => new RegExp(`[{;\\n]\\s*${name}: ?(#[0-9a-f]{6})[;}]`).exec(css)?.[1] ?? '')
}

describe('the stylesheets of the themes', () => {
  it.each(THEMES.filter((theme) => theme !== 'custom'))('%s has the tints of its colour', async (theme) => {
    const css = await themeStylesheet(theme)
    expect(css).toContain(`:root[data-theme='${theme}']`)
    expect(declaredTints(css)).toEqual(tintValues(parseTheme(theme)?.color ?? ''))
  })

  it('have one for colours of one’s own, without tints', async () => {
    expect(await themeStylesheet('color')).not.toContain('--l0')
  })

  it('stand at the address of the specification, each theme’s own', () => {
    expect(Object.keys(themeStylesheets)).toEqual(NAMES.map((name) => `${ADDRESS.slice(1)}/${name}.css`))
  })

  it('name only pictures that are there, and none is missing', async () => {
    const named = new Set<string>()
    for (const name of NAMES) {
      for (const [, address = ''] of (await themeStylesheet(name)).matchAll(/url\('([^']+)'\)/g)) {
        expect(address.slice(0, ADDRESS.length + 1)).toBe(`${ADDRESS}/`)
        named.add(address.slice(ADDRESS.length + 1))
      }
    }
    expect([...named].toSorted()).toEqual((await readdir(FOLDER)).toSorted())
  })

  it('show pictures of our own that load nothing, run nothing and are small', async () => {
    for (const file of await readdir(FOLDER)) {
      const picture = await readFile(resolve(FOLDER, file), 'utf8')
      expect(picture).not.toMatch(/<script|<image|<style|<foreignObject|on\w+=|href="(?!#)|url\((?!#)/i)
      expect((await stat(resolve(FOLDER, file))).size).toBeLessThan(LARGEST)
    }
  })
})

it('the tokens of a page without any theme are those of the default colour', async () => {
  const tokens = await readFile(resolve('src/app/ui/tokens.css'), 'utf8')
  expect(declaredTints(tokens)).toEqual(tintValues(DEFAULT_THEME_COLOR))
})
