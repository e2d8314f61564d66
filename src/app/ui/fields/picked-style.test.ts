import { describe, expect, it } from 'vitest'
import { completeStyle, wholeColor } from './picked-style.ts'

describe('wholeColor', () => {
  it('writes six lower-case digits', () => {
    expect(wholeColor('#457CD6')).toBe('#457cd6')
    expect(wholeColor('#F0a')).toBe('#ff00aa')
  })

  it('is black for what is no colour', () => {
    for (const none of [undefined, '', 'red', '#12', '#1234567', '#ggg']) expect(wholeColor(none)).toBe('#000000')
  })
})

describe('completeStyle', () => {
  it('gives the colour alone without the choice of font', () => {
    expect(completeStyle({ color: '#FFF', fontSize: '20px' }, false)).toEqual({ color: '#ffffff' })
  })

  it('gives colour, size and family with it', () => {
    expect(completeStyle({}, true)).toEqual({ color: '#000000', fontSize: '14px', fontFamily: 'SimSun' })
    expect(completeStyle({ fontSize: '20px', fontFamily: 'KaiTi' }, true)).toEqual({
      color: '#000000',
      fontSize: '20px',
      fontFamily: 'KaiTi',
    })
  })

  it('takes no size and no font that is not offered', () => {
    expect(completeStyle({ fontSize: '99px', fontFamily: 'Comic Sans' }, true)).toMatchObject({
      fontSize: '14px',
      fontFamily: 'SimSun',
    })
  })
})
