import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, foldName, foldText } from './fold-text.ts'
import { searchForms, searchName } from './search-name.ts'

describe('texts that are compared', () => {
  it.each([
    ['full width', 'ＴＢ１２０１', 'tb1201'],
    ['case', 'TB1201', 'tb1201'],
    ['a Kangxi radical', '\u2FBCAa', '高aa'],
    ['a decomposed letter', 'Zoe\u0308', 'zoë'],
    ['zero-width and direction marks', '\u200B王\u200E小\uFEFF明\u202C', '王小明'],
    ['line breaks and outer spaces', ' 王\r\n小明\u3000', '王 小明'],
  ])('without %s', (_, text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it.each([
    '买买提·艾力',
    '买买提•艾力',
    '买买提・艾力',
    '买买提．艾力',
    '买买提‧艾力',
    '买买提 艾力',
    '买买提.艾力',
    '买买提･艾力',
    '买买提艾力',
  ])('the name %s is one with those under other dots', (name) => {
    expect(foldName(name)).toBe('买买提艾力')
  })

  it.each([
    ["O'Brien", 'O’Brien'],
    ['O´Brien', 'OBrien'],
    ['Anne-Marie', 'Anne Marie'],
    ['Anne‐Marie', 'ANNE–MARIE'],
  ])('the name %s is %s', (one, other) => {
    expect(foldName(one)).toBe(foldName(other))
  })

  it('stay as they are when they are folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
        expect(foldName(foldName(text))).toBe(foldName(text))
        expect(searchName(foldName(text))).toBe(searchName(text))
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
        expect(foldText(cleanText(text))).toBe(foldText(text))
      }),
    )
  })
})

it('Müller is searched as muller and mueller', () => {
  expect(searchForms('Müller')).toEqual(['muller', 'mueller'])
  expect(searchForms('Mu\u0308ller')).toEqual(['muller', 'mueller'])
  expect(searchForms('Mueller')).toEqual(['mueller'])
  expect(searchName('Łukasz Ørsted Weiß')).toBe('lukaszorstedweiss')
})

it('a text is stored composed, without invisible characters and line breaks, in its own width and case', () => {
  expect(cleanText('\u200E王\n小明 \uFEFF')).toBe('王 小明')
  expect(cleanText('Zoe\u0308  Ｂ')).toBe('Zoë Ｂ')
})
