import { describe, expect, it } from 'vitest'
import { DEFAULT_THEME_COLOR, THEME_COLORS } from '../../limits.ts'
import { forcesTop, parseTheme, resolveLook, THEMES, themeValue } from './themes.ts'

describe('a theme that somebody chose', () => {
  it.each(THEMES.filter((theme) => theme !== 'custom'))('%s is known by its name', (theme) => {
    const look = parseTheme(theme)
    expect(look).toMatchObject({ theme, color: expect.stringMatching(/^#[0-9A-F]{6}$/) })
    expect(look && themeValue(look)).toBe(theme)
  })

  it('is a colour of their own when it is a colour', () => {
    expect(parseTheme('#1a2b3c')).toEqual({ theme: 'custom', color: '#1A2B3C' })
    expect(themeValue({ theme: 'custom', color: '#1A2B3C' })).toBe('#1A2B3C')
  })

  it.each(['', 'custom', 'Ink', 'purple', '#12345', '#1234567', 'red;x', '__proto__', 'constructor'])(
    '%j is none',
    (value) => {
      expect(parseTheme(value)).toBeNull()
    },
  )
})

describe('the look for what the server tells', () => {
  it('is none where nobody chose', () => {
    expect(resolveLook({ theme: null, themeColor: '#112233' }, '#445566')).toBeNull()
  })

  it('has the colour of the named theme, whatever colours lie about', () => {
    expect(resolveLook({ theme: 'ink', themeColor: '#112233' }, '#445566')).toEqual({
      theme: 'ink',
      color: THEME_COLORS.ink,
    })
  })

  it('of an invalid theme falls back to its stored colour, then to the one kept here, then to the default', () => {
    const custom = (color: string) => ({ theme: 'custom', color })
    expect(resolveLook({ theme: 'neon', themeColor: '#112233' }, '#445566')).toEqual(custom('#112233'))
    expect(resolveLook({ theme: 'neon', themeColor: 'blue' }, '#445566')).toEqual(custom('#445566'))
    expect(resolveLook({ theme: 'neon', themeColor: null }, 'nonsense')).toEqual(custom(DEFAULT_THEME_COLOR))
    expect(resolveLook({ theme: 'custom', themeColor: 'nonsense' }, null)).toEqual(custom(DEFAULT_THEME_COLOR))
  })
})

it('lets the three drawn themes have their menu at the top only', () => {
  expect(THEMES.filter(forcesTop)).toEqual(['ink', 'lotus', 'cartoon'])
})
