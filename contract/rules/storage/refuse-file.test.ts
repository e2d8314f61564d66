import { describe, expect, it } from 'vitest'
import { refuseFile, refuseFolders } from './refuse-file.ts'

const GB = 1024 ** 3

describe('refuseFile', () => {
  it.each(['期末.docx', '🎒.png', 'a', '字'.repeat(255), '🎒'.repeat(255)])('lets %j pass', (name) => {
    expect(refuseFile({ name, size: 1 })).toBeUndefined()
  })

  it.each(['', 'a/b.pdf', String.raw`a\b.pdf`, 'a\u0000.pdf', 'a\n.pdf', '字'.repeat(256)])(
    'refuses the name %j',
    (name) => {
      expect(refuseFile({ name, size: 1 })).toBe('storage.name_invalid')
    },
  )

  it.each(['a.exe', 'A.JSP', 'a.exe.'])('refuses the type of %j', (name) => {
    expect(refuseFile({ name, size: 1 })).toBe('storage.type_blocked')
  })

  it('refuses what is larger than the limit, and never allows more than the portal', () => {
    expect(refuseFile({ name: 'a', size: 64 * GB })).toBeUndefined()
    expect(refuseFile({ name: 'a', size: 64 * GB + 1 })).toBe('storage.too_large')
    expect(refuseFile({ name: 'a', size: 11 }, 10)).toBe('storage.too_large')
    expect(refuseFile({ name: 'a', size: 64 * GB + 1 }, 99 * GB)).toBe('storage.too_large')
  })
})

describe('refuseFolders', () => {
  it('lets folders pass that are called like files', () => {
    expect(refuseFolders([])).toBeUndefined()
    expect(refuseFolders(['教案', 'old.exe', ' '])).toBeUndefined()
  })

  it.each(['', String.raw`a\b`, 'a\u0007', '字'.repeat(256)])('refuses the name %j wherever it stands', (name) => {
    expect(refuseFolders(['a', name, 'b'])).toBe('storage.folder_name_invalid')
  })

  it('refuses more folders in each other than the server makes', () => {
    expect(refuseFolders(Array<string>(20).fill('a'))).toBeUndefined()
    expect(refuseFolders(Array<string>(21).fill('a'))).toBe('files.too_deep')
  })
})
