import { describe, expect, it } from 'vitest'
import { branding } from '../../endpoints/units/branding.ts'
import { changedFields, mergeChanges } from '../fields/merge-changes.ts'
import { brandingOf, withBranding } from './branding.ts'

const NAMED = { name: '河畔实验学校', englishName: 'Riverside School', logo: null }
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
    loginPicture: 'a'.repeat(64),
  },
}

it('is edited and put back without a loss of what administrators do not edit', () => {
  const before = brandingOf(NAMED, STORED)
  // A scene and a size that are not offered count as none.
  expect(before).toMatchObject({ ...NAMED, scene: 'campus', icp: '浙ICP备1号', police: '', motto: '厚德', link: '' })
  expect(before.picture).toBe(STORED.decorationSet.loginPicture)
  expect(branding.safeParse(before).success).toBe(true)
  const now = withBranding(STORED, {
    ...before,
    footer: '',
    motto: '',
    copyright: '© X',
    themeColor: '#000000',
    picture: null,
  })
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

it('leaves entries of the footer hidden that the unit has hidden, until a number changes', () => {
  const { footerMsg } = STORED.decorationSet
  const hidden = { ...STORED, decorationSet: { footerMsg: { ...footerMsg, showBaMsg: false } } }
  const before = brandingOf(NAMED, hidden)
  expect(before.icp).toBe('浙ICP备1号')
  const shownOf = (changed: Partial<typeof before>) =>
    withBranding(hidden, { ...before, ...changed }).decorationSet?.footerMsg?.showBaMsg
  expect(shownOf({ motto: '厚德' })).toBe(false)
  expect(shownOf({ icp: '浙ICP备2号' })).toBe(true)
})

it('begins with the footer that a unit without a decoration has', () => {
  const plain = brandingOf(NAMED, { footer: null, link: null, decorationSet: null, themeColor: '#457CD6' })
  expect(plain.footerShown).toBe(true)
  expect(branding.safeParse(plain).success).toBe(true)
})

it.each([
  ['name', ' ', 'field.required'],
  ['link', 'javascript:alert(1)', 'field.web_address'],
  ['link', 'http://school.example', 'field.web_address'],
  ['helpUrl', 'http://help.example', 'field.web_address'],
  ['themeColor', 'red', 'field.color'],
  ['motto', 'x'.repeat(41), 'Invalid input'],
])('%s is not %s', (field, value, message) => {
  const wrong = { ...brandingOf(NAMED, STORED), [field]: value }
  const issues = branding.safeParse(wrong).error?.issues.map((issue) => [issue.path[0], issue.message])
  expect(issues?.[0]).toEqual([field, message])
})

describe('of two administrators', () => {
  const base = brandingOf(NAMED, STORED)

  it('keeps what each has changed', () => {
    const mine = { ...base, motto: '甲', footer: '甲' }
    const theirs = { ...base, copyright: '乙', footer: '乙' }
    const { merged, both } = mergeChanges(base, mine, theirs)
    expect(merged).toEqual({ ...base, motto: '甲', footer: '甲', copyright: '乙' })
    expect(both).toEqual(['footer'])
  })

  it('finds no difference where both wrote the same', () => {
    const same = { ...base, mottoStyle: { ...base.mottoStyle, color: '#aa0000' } }
    expect(mergeChanges(base, same, structuredClone(same))).toEqual({ merged: same, both: [], others: [] })
    expect(changedFields(same, structuredClone(same))).toEqual([])
  })
})
