import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CORE_STORIES } from '../tests/e2e/core-stories.ts'

// Whether each story, with its variant, is among the tests of a run is seen by scripts/test.mjs: a variant is mostly made of values.
it('names stories that exist', () => {
  const missing = CORE_STORIES.filter(([file, title]) => {
    const text = readFileSync(new URL(`../tests/e2e/${file}.spec.ts`, import.meta.url), 'utf8')
    return !["'", '`'].some((quote) => text.includes(`${quote}${title}`))
  })
  expect(missing).toEqual([])
})
