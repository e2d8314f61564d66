import { describe, expect, it } from 'vitest'
import { shortenName, splitName } from './split-name.ts'

describe('splitName', () => {
  it.each([
    ['report.pdf', ['report', '.pdf']],
    ['archive.tar.gz', ['archive.tar', '.gz']],
    ['期末试卷（三年级）.docx', ['期末试卷（三年级）', '.docx']],
    ['README', ['README', '']],
    ['.gitignore', ['.gitignore', '']],
    ['name.', ['name.', '']],
    ['Mr. Smith', ['Mr. Smith', '']],
    ['a.averylongextension', ['a.averylongextension', '']],
    ['', ['', '']],
  ])('splits %j into %j', (name, parts) => {
    expect(splitName(name)).toEqual(parts)
  })
})

describe('shortenName', () => {
  it('leaves a name alone that fits', () => {
    expect(shortenName('课件.pptx')).toBe('课件.pptx')
    expect(shortenName('a'.repeat(40))).toBe('a'.repeat(40))
  })

  it('takes the middle out and keeps the extension', () => {
    const short = shortenName(`${'长'.repeat(251)}.pdf`)
    expect([...short]).toHaveLength(40)
    expect(short).toMatch(/^长+…长+\.pdf$/)
  })

  it('does not cut an emoji in half', () => {
    const short = shortenName('🎒'.repeat(60), 20)
    expect([...short].filter((character) => character === '🎒')).toHaveLength(19)
  })
})
