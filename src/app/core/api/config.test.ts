import { expect, it } from 'vitest'
import { parseConfig } from './config.ts'

it('needs a code', () => {
  expect(() => parseConfig('{"appCode":"app"}')).toThrow('code cannot be empty')
  expect(() => parseConfig(null)).toThrow('code cannot be empty')
})

it('needs an appCode', () => {
  expect(() => parseConfig('{"code":"portal"}')).toThrow('appCode cannot be empty')
})

it('fills in the rest', () => {
  expect(parseConfig('{"code":"portal","appCode":"app"}')).toEqual({
    code: 'portal',
    appCode: 'app',
    root: 'pages',
    commonVersion: '1.6.0',
  })
})
