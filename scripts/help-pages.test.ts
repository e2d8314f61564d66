import { expect, it } from 'vitest'
import { LANGUAGES } from '../contract/limits.ts'
import { HELP_PAGES } from '../contract/rules/appearance/help-centre.ts'
import { helpDocument, helpFiles } from './help-pages.ts'

const pages = HELP_PAGES.flatMap((page) => LANGUAGES.map((language) => [page, language] as const))

it.each(pages)('the help page %s (%s) has a heading, and links and pictures that exist', async (page, language) => {
  const html = await helpDocument(page, language)
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toMatch(/<h1>[^<]+<\/h1>/)
  const named = [...html.matchAll(/(?:href|src)="([^"#]+)/g)].map(([, path = '']) => path.slice(1))
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((path) => !(path in helpFiles))).toEqual([])
  expect(html).not.toContain('.md"')
})
