import { expect, it } from 'vitest'
import { firstLanguage } from '../language/language.ts'
import { readOfferedLanguages, startUp } from './start-up.ts'

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

it('begins with what was chosen, else with Chinese, where the unit offers it', () => {
  expect(firstLanguage('en', ['zh-CN', 'en'])).toBe('en')
  expect(firstLanguage('en', ['zh-CN'])).toBe('zh-CN')
  expect(firstLanguage(null, ['en', 'zh-CN'])).toBe('zh-CN')
  expect(firstLanguage(null, ['en'])).toBe('en')
  expect(firstLanguage('en', ['fr'])).toBe('zh-CN')
  expect(firstLanguage('en', 'not-a-list')).toBe('en')
})

it('has the specification’s defaults without a unit', () => {
  expect(startUp(null)).toEqual({
    ticketName: 'ticket',
    ticketPath: undefined,
    jumpPage: undefined,
    autoLogin: true,
    languages: ['zh-CN', 'en'],
    followsBrowser: false,
  })
})
