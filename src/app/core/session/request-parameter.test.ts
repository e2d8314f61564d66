import { expect, it } from 'vitest'
import { requestParameter } from './request-parameter.ts'

const back = (path: string) => `?redirect_uri=${encodeURIComponent(path)}`

it.each([
  ['?ui_locales=en-GB%20fr', 'en-GB fr'],
  ['?client_id=c&redirect_uri=https%3A%2F%2Fa.example%2F&ui_locales=zh', 'zh'],
  [back('/oidc/authorize?client_id=c&ui_locales=en#started=1'), 'en'],
  [back('/oidc/authorize?ui_locales=en&client_id=c#started=1'), 'en'],
  ['?ui_locales=', ''],
  [back('/pages'), ''],
  ['', ''],
])('of %s is %j', (search, value) => {
  expect(requestParameter('ui_locales', search)).toBe(value)
})
