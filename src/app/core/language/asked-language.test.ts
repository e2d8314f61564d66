import { expect, it } from 'vitest'
import { askedLanguages } from './asked-language.ts'

it.each([
  ['?ui_locales=en-GB%20fr', ['en-GB', 'fr']],
  ['?client_id=c&redirect_uri=https%3A%2F%2Fa.example%2F&ui_locales=zh', ['zh']],
  [`?redirect_uri=${encodeURIComponent('/oidc/authorize?client_id=c&ui_locales=en')}`, ['en']],
  ['?ui_locales=', []],
  ['?redirect_uri=%2Fpages', []],
  ['', []],
])('of %s are %j', (search, languages) => {
  expect(askedLanguages(search)).toEqual(languages)
})
