import { describe, expect, it } from 'vitest'
import { helpAddress, helpCentre, helpPage, helpPageFor } from './help-centre.ts'

describe('the help centre', () => {
  it('is a site with https, or one on this machine', () => {
    expect(helpCentre('https://help.example/start?x=1')?.href).toBe('https://help.example/start?x=1')
    expect(helpCentre('http://localhost:3000/')?.port).toBe('3000')
  })

  it.each([undefined, '', 'help', '/help', 'http://help.example/', 'http://localhost.example/', 'javascript:alert(1)'])(
    'is not %s',
    (address) => {
      expect(helpCentre(address)).toBeNull()
    },
  )
})

describe('its address', () => {
  const centre = new URL('https://help.example/start?x=1&accessToken=old')

  it('says where somebody came from, without query and hash, and of which unit', () => {
    const from = 'https://school.example/pages/files/pc_files_tm/index.html?token=secret#part'
    const url = new URL(helpAddress(centre, { unitId: 'u1', from, secret: 'once' }))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      x: '1',
      redUrl: 'https://school.example/pages/files/pc_files_tm/index.html',
      accessToken: 'once',
      unitId: 'u1',
    })
  })

  it('has no secret where none is given away', () => {
    const plain = new URL('https://help.example/')
    const url = helpAddress(plain, { unitId: 'u1', from: 'https://school.example/', secret: null })
    expect(url).not.toContain('accessToken')
  })
})

it.each([
  [null, '/help/index.en.html'],
  [1, '/help/pupils.en.html'],
  [2, '/help/teachers.en.html'],
  [3, '/help/parents.en.html'],
  [4, '/help/teachers.en.html'],
] as const)('without one, a user of type %s reads the portal’s own help at %s', (userType, path) => {
  expect(helpPage(helpPageFor(userType), 'en')).toBe(path)
})
