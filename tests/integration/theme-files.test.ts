import { readdir, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { themeCss } from '../../contract/calls/language.ts'
import { DEFAULT_THEME_COLOR, KIT_VERSION } from '../../contract/limits.ts'
import { parseTheme, THEMES } from '../../contract/rules/themes.ts'
import { TINT_NAMES, tintValues } from '../../contract/rules/tints.ts'

const ADDRESS = themeCss.path.replace('{version}', KIT_VERSION).replace('/{theme}.css', '')
const FOLDER = resolve(`public${ADDRESS}`)
/** Bytes; a picture that comes after the first frame should still not weigh more than the frame. */
const LARGEST = 24 * 1024

const read = (name: string) => readFile(resolve(FOLDER, name), 'utf8')

function declaredTints(css: string): string[] {
  return TINT_NAMES.map((name) => new RegExp(`\\n\\s*${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '')
}

describe('the stylesheets of the themes', () => {
  it.each(THEMES.filter((theme) => theme !== 'custom'))('%s has the tints of its colour', async (theme) => {
    expect(declaredTints(await read(`${theme}.css`))).toEqual(tintValues(parseTheme(theme)?.color ?? ''))
  })

  it('have one for colours of one’s own, without tints', async () => {
    expect(await read('color.css')).not.toContain('--l0')
  })

  it('name only pictures that are there, and none is missing', async () => {
    const files = await readdir(FOLDER)
    const named = new Set<string>()
    for (const file of files.filter((each) => each.endsWith('.css'))) {
      for (const [, address = ''] of (await read(file)).matchAll(/url\('([^']+)'\)/g)) {
        expect(address.slice(0, ADDRESS.length + 1)).toBe(`${ADDRESS}/`)
        named.add(address.slice(ADDRESS.length + 1))
      }
    }
    expect([...named].toSorted()).toEqual(files.filter((each) => each.endsWith('.svg')).toSorted())
  })

  it('show pictures of our own that load nothing, run nothing and are small', async () => {
    for (const file of (await readdir(FOLDER)).filter((each) => each.endsWith('.svg'))) {
      const picture = await read(file)
      expect(picture).not.toMatch(/<script|<image|<style|<foreignObject|on\w+=|href="(?!#)|url\((?!#)/i)
      expect((await stat(resolve(FOLDER, file))).size).toBeLessThan(LARGEST)
    }
  })
})

it('the tokens of a page without any theme are those of the default colour', async () => {
  const tokens = await readFile(resolve('src/app/kit/tokens.css'), 'utf8')
  expect(declaredTints(tokens)).toEqual(tintValues(DEFAULT_THEME_COLOR))
})
