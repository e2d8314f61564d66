import { describe, expect, it } from 'vitest'
import { readPathParams, toRoutePath } from './read-input.ts'

describe('toRoutePath', () => {
  it('turns names in braces into parameters', () => {
    expect(toRoutePath('/api/base/role/user/{userId}/XX_SYS_/base')).toBe('/api/base/role/user/:userId/XX_SYS_/base')
  })

  it('leaves a path without names as it is', () => {
    expect(toRoutePath('/api/uaa/oauth/me')).toBe('/api/uaa/oauth/me')
  })

  it('numbers a repeated name and limits one that shares its segment with fixed text', () => {
    expect(toRoutePath('/api/{service}/nl/{service}_package_versions')).toBe(
      '/api/:service/nl/:service__2(^[\\w-]+)_package_versions',
    )
  })
})

describe('readPathParams', () => {
  it('gives repeated places back under their one name', () => {
    expect(readPathParams({ service: 'base', service__2: 'base' })).toEqual({ service: 'base' })
  })

  it('refuses repeated places that differ', () => {
    expect(readPathParams({ service: 'base', service__2: 'uaa' })).toBeUndefined()
  })
})
