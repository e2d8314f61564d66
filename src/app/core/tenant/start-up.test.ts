import { expect, it } from 'vitest'
import { readOfferedLanguages } from './start-up.ts'

it('is both languages unless the configuration says otherwise', () => {
  expect(readOfferedLanguages(undefined)).toEqual(['zh-CN', 'en'])
  expect(readOfferedLanguages(null)).toEqual(['zh-CN', 'en'])
  expect(readOfferedLanguages([])).toEqual(['zh-CN', 'en'])
})

it('takes a list in its order, each once, and leaves refusing to whoever changes the language', () => {
  expect(readOfferedLanguages(['en', 'zh-CN', 'en', 7, ''])).toEqual(['en', 'zh-CN'])
  expect(readOfferedLanguages(['fr'])).toEqual(['fr'])
})

it('knows what is no list', () => {
  for (const given of ['en', 5, true, { 0: 'en', length: 1 }]) expect(readOfferedLanguages(given)).toBe('not-a-list')
})
