import { describe, expect, it } from 'vitest'
import { setCurrentChild } from '../../contract/endpoints/family/family.ts'
import { packageVersions } from '../../contract/endpoints/versions.ts'
import { buildRequest } from './send.ts'

describe('a request', () => {
  it('has what its path names in every place, and not in the query too', () => {
    const { url } = buildRequest(packageVersions, { service: 'base' }, 7)
    expect(url).toBe('/api/base/nl/base_package_versions?_=7')
  })

  it('has what an address names in the address, and the rest in the body', () => {
    const endpoint = { ...setCurrentChild, path: `${setCurrentChild.path}?parentId={parentId}` }
    expect(buildRequest(endpoint, { parentId: 'p1', id: 'c1', realName: '林溪' }, 7)).toMatchObject({
      url: '/api/base/student/set/parentChildren?parentId=p1',
      body: 'id=c1&realName=%E6%9E%97%E6%BA%AA',
    })
  })

  it('encodes what stands in a path', () => {
    expect(buildRequest(packageVersions, { service: 'a/b' }, 7).url).toContain('/api/a%2Fb/nl/a%2Fb_package_versions')
  })
})
