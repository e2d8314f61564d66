import { describe, expect, it } from 'vitest'
import { checkName, findFreeName } from './entries.ts'

describe('checkName', () => {
  it.each([
    'a',
    '期末试卷.docx',
    '🎒👨‍👩‍👧.png',
    '字'.repeat(255),
    '🎒'.repeat(255),
    '.gitignore',
    '...',
    'a b  c',
    "it's 100% (final).pdf",
  ])('accepts %j', (name) => {
    expect(checkName(name)).toBe(name)
  })

  it.each([
    ['nothing', ''],
    ['only white space', ' \u3000'],
    ['256 characters', '字'.repeat(256)],
    ['a slash', 'a/b'],
    ['a way out', '../x'],
    ['a Windows way out', '..\\x'],
    ['the folder itself', '.'],
    ['the folder above', '..'],
    ['a zero byte', 'a\0b'],
    ['a line break', 'a\nb'],
    ['a C1 control', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['reversed text', 'annexe\u202egpj.exe'],
    ['half a character', 'a\ud83c'],
  ])('refuses %s', (_, name) => {
    expect(() => checkName(name)).toThrow(expect.objectContaining({ code: 'storage.name_invalid' }))
  })

  it('makes names that look alike the same name', () => {
    expect(checkName('e\u0301te\u0301.pdf')).toBe('\u00e9t\u00e9.pdf')
  })
})

describe('findFreeName', () => {
  it.each([
    ['plan.pdf', [], 'plan.pdf'],
    ['plan.pdf', ['plan.pdf'], 'plan (2).pdf'],
    ['plan.pdf', ['plan.pdf', 'plan (2).pdf', 'plan (4).pdf'], 'plan (3).pdf'],
    ['README', ['README'], 'README (2)'],
    ['.env', ['.env'], '.env (2)'],
    ['a.tar.gz', ['a.tar.gz'], 'a.tar (2).gz'],
  ])('gives %j beside %j as %j', (name, taken, free) => {
    expect(findFreeName(name, new Set(taken))).toBe(free)
  })

  it('stays within 255 characters, also in a name that is all extension', () => {
    const long = `${'字'.repeat(251)}.pdf`
    expect(findFreeName(long, new Set([long]))).toBe(`${'字'.repeat(247)} (2).pdf`)
    const extension = `a.${'b'.repeat(253)}`
    const free = findFreeName(extension, new Set([extension]))
    expect(Array.from(free)).toHaveLength(255)
    expect(free).not.toBe(extension)
  })
})
