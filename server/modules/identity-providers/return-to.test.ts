import { describe, expect, it } from 'vitest'
import { checkReturnTo } from './external-sign-in.ts'

describe('checkReturnTo', () => {
  it.each([
    '/',
    '/pc_desktop_all.html?a=1&b=2#/list',
    '/pages/base/pc_desktop_all/index.html',
    '/oauth/authorize?client_id=x',
  ])('keeps %s', (address) => {
    expect(checkReturnTo(address)).toBe(address)
  })

  it('takes nothing for nowhere', () => {
    expect(checkReturnTo(undefined)).toBe(null)
    expect(checkReturnTo('')).toBe(null)
  })

  it('resolves dots before it looks', () => {
    expect(checkReturnTo('/x/../pc_desktop_all.html')).toBe('/pc_desktop_all.html')
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example/login',
    '/..//evil.example/pc_desktop_all.html',
    'javascript:alert(1)',
    'pc_desktop_all.html',
    '/api/uaa/oauth/logout',
    '/../api/uaa/oauth/me',
    '/icons/x.png',
    ' /',
  ])('refuses %j', (address) => {
    expect(() => checkReturnTo(address)).toThrow(expect.objectContaining({ code: 'request.invalid' }))
  })
})
