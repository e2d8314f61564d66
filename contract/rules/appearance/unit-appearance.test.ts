import { expect, it } from 'vitest'
import { saveUnitAppearance } from '../../endpoints/unit-configuration.ts'
import { appearanceOf, withAppearance } from './unit-appearance.ts'

const STORED = {
  footer: '信息中心',
  link: null,
  themeColor: '#2F8A5F',
  decorationSet: {
    footerMsg: {
      show: true,
      showBaMsg: true,
      baList: [{ baContent: '浙ICP备1号', baUrl: 'https://beian.miit.gov.cn' }],
    },
    clientDownloads: { installer: '/setup.exe' },
    theme: 'ocean',
    loginText: { text: '厚德', fontSize: '99px' },
  },
}

it('is edited and put back without a loss of what administrators do not edit', () => {
  const appearance = appearanceOf(STORED)
  // A picture and a size that are not offered count as none.
  expect(appearance).toMatchObject({ scene: 'campus', icp: '浙ICP备1号', police: '', motto: '厚德', link: '' })
  expect(saveUnitAppearance.request.safeParse(appearance).success).toBe(true)
  const now = withAppearance(STORED, { ...appearance, footer: '', motto: '', copyright: '© X', themeColor: '#000000' })
  expect(now).toEqual({
    footer: null,
    link: null,
    themeColor: '#000000',
    decorationSet: {
      footerMsg: { ...STORED.decorationSet.footerMsg, helpCenter: false, copyright: '© X' },
      clientDownloads: { installer: '/setup.exe' },
      theme: 'campus',
      themeColor: '#000000',
    },
  })
})

it('begins with the footer that a unit without a decoration has', () => {
  const plain = appearanceOf({ footer: null, link: null, decorationSet: null, themeColor: '#457CD6' })
  expect(plain.footerShown).toBe(true)
  expect(saveUnitAppearance.request.safeParse(plain).success).toBe(true)
})

it.each([
  ['link', 'javascript:alert(1)', 'field.link'],
  ['helpUrl', 'http://help.example', 'field.web_address'],
  ['themeColor', 'red', 'field.color'],
  ['motto', 'x'.repeat(41), 'Invalid input'],
])('%s is not %s', (field, value, message) => {
  const wrong = { ...appearanceOf(STORED), [field]: value }
  const issues = saveUnitAppearance.request
    .safeParse(wrong)
    .error?.issues.map((issue) => [issue.path[0], issue.message])
  expect(issues?.[0]).toEqual([field, message])
})
