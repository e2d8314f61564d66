import { expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

const origin = 'https://school.example'
const target = (uri: string): string | null => redirectTarget(`?redirect_uri=${encodeURIComponent(uri)}`, origin)

it('accepts paths and addresses of the same origin', () => {
  expect(target('/pages/files/pc_files_tm/index.html?a=1#/b')).toBe('/pages/files/pc_files_tm/index.html?a=1#/b')
  expect(target('https://school.example/desktop/setting')).toBe('/desktop/setting')
})

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://school.example.evil.example/',
  'https://school.example@evil.example/',
  'http://school.example/',
  '/\t/evil.example',
  '/login',
  '/login/?redirect_uri=/x',
  '',
])('refuses %j', (uri) => {
  expect(target(uri)).toBeNull()
})

it('is null without the parameter', () => {
  expect(redirectTarget('?x=1', origin)).toBeNull()
})
