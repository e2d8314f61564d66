import { describe, expect, it } from 'vitest'
import { loginTextDeclarations, loginTextStyle } from './login-text.ts'
import { contrastRatio } from './oklab.ts'
import { deriveDarkTints, deriveTints } from './tints.ts'

describe.each(['#457CD6', '#B4504A', '#000000', '#ffffff', '#ffe600'])('on a school’s %s', (theme) => {
  it.each(['#ffffff', '#000000', '#ffd24a', '#777777'])('%s can be read by day and by night', (color) => {
    const style = loginTextStyle({ loginText: { text: 'x', color } }, theme)
    expect(contrastRatio(style.color ?? '', deriveTints(theme).steps[3] ?? '')).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(style.darkColor ?? '', deriveDarkTints(theme).steps[3] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

it('is as the unit’s name where nothing is set, or nothing that is offered', () => {
  expect(loginTextDeclarations({}, '#457CD6')).toBe('')
  const loginText = { text: 'x', color: 'red;}', fontSize: '99px', fontFamily: 'x";}' }
  expect(loginTextDeclarations({ loginText }, '#457CD6')).toBe('')
})
