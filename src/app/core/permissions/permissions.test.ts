import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { PermissionCode } from '../../../../contract/permissions.ts'
import { PermissionContext, permissionCodes } from './permissions.ts'
import { Permitted } from '../../ui/layout/Permitted.tsx'

interface Node {
  code: string
  children: Node[]
}
const node = (code: string, ...children: Node[]): Node => ({ code, children })

describe('permissionCodes', () => {
  it('takes every node of the tree', () => {
    expect([...permissionCodes([node('files', node('files_upload')), node('desktop')])].toSorted()).toEqual([
      'desktop',
      'files',
      'files_upload',
    ])
  })

  it('registers a code with "area" as second word without it too', () => {
    const codes = permissionCodes([node('base_area_user', node('base_area_user_reset'))])
    expect(codes.has('base_area_user')).toBe(true)
    expect(codes.has('base_user')).toBe(true)
    expect(codes.has('base_user_reset')).toBe(true)
  })

  it('leaves "area" elsewhere alone', () => {
    const codes = permissionCodes([node('area_user'), node('base_user_area'), node('base_areas_user')])
    expect([...codes].toSorted()).toEqual(['area_user', 'base_areas_user', 'base_user_area'])
  })
})

function Guarded({ codes }: { codes: PermissionCode | PermissionCode[] }) {
  return Permitted({ codes, otherwise: 'not for you', children: 'secret' })
}

describe('Permitted', () => {
  const seen = (codes: PermissionCode | PermissionCode[], granted?: string[]) => {
    const content = createElement(Guarded, { codes })
    return renderToStaticMarkup(
      granted ? createElement(PermissionContext, { value: new Set(granted) }, content) : content,
    )
  }

  it('shows its content to whoever has all codes', () => {
    expect(seen('files_upload', ['files_upload'])).toBe('secret')
    expect(seen(['files', 'files_upload'], ['files', 'files_upload', 'c'])).toBe('secret')
    expect(
      seen(['files_upload', 'base_unit'], [...permissionCodes([node('files_upload'), node('base_area_unit')])]),
    ).toBe('secret')
  })

  it('hides it when one is missing, and until codes are known', () => {
    expect(seen(['files', 'files_upload'], ['files'])).toBe('not for you')
    expect(seen('files')).toBe('not for you')
  })
})
