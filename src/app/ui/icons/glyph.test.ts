import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { glyphOf } from './glyph.tsx'
import { Icon } from './Icon.tsx'

const { resolve } = createRequire(import.meta.url)
const read = (name: string) => readFileSync(resolve(`@phosphor-icons/core/${name}.svg`), 'utf8')

describe('glyphOf', () => {
  it.each(['regular/trash', 'bold/check-bold', 'fill/folder-fill', 'duotone/file-pdf-duotone'])(
    'draws what the file of %s says',
    (name) => {
      const svg = read(name)
      const drawn = renderToStaticMarkup(glyphOf(svg)).replaceAll('></path>', '/>')
      expect(drawn).toBe(svg.replace(' xmlns="http://www.w3.org/2000/svg"', '').trim())
      expect(glyphOf(svg)).toBe(glyphOf(svg))
    },
  )

  it('leaves other drawings as they are', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" fill="currentColor"><path d="M0,0" stroke="red"/></svg>'
    expect(glyphOf(svg)).toBeNull()
    expect(renderToStaticMarkup(createElement(Icon, { svg }))).toContain(svg)
  })
})
