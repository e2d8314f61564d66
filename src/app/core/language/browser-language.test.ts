import { expect, it } from 'vitest'
import { browserLanguage } from './browser-language.ts'

const BOTH = ['zh-CN', 'en'] as const

it('is the first preferred language that the unit has, whatever its region', () => {
  expect(browserLanguage(['en-GB', 'zh-CN'], BOTH)).toBe('en')
  expect(browserLanguage(['zh-Hant-TW', 'en'], BOTH)).toBe('zh-CN')
  expect(browserLanguage(['fr-FR', 'EN-us', 'zh'], BOTH)).toBe('en')
})

it('is none that the unit does not offer', () => {
  expect(browserLanguage(['en'], ['zh-CN'])).toBeNull()
  expect(browserLanguage(['fr', 'de'], BOTH)).toBeNull()
  expect(browserLanguage([], BOTH)).toBeNull()
})
