import { expect, it } from 'vitest'
import { NATIONALITIES, nationalityName, readNationality } from './nationality.ts'

it.each([
  ['中国', 'CN'],
  ['中国籍', 'CN'],
  ['加拿大国籍', 'CA'],
  ['英国公民', 'GB'],
  ['中华人民共和国', 'CN'],
  [' china ', 'CN'],
  ['ＣＮ', 'CN'],
  ['美国', 'US'],
  ['USA', 'US'],
  ['United States', 'US'],
  ['U.S.A.', 'US'],
  ['英国', 'GB'],
  ['British', 'GB'],
  ['中国香港', 'HK'],
  ['香港', 'HK'],
  ['台湾', 'TW'],
  ["Côte d'Ivoire", 'CI'],
  ['韩国', 'KR'],
  ['俄罗斯联邦', 'RU'],
  ['汉族', undefined],
  ['ZZ', undefined],
  ['', undefined],
])('%s is %s', (text, value) => {
  expect(readNationality(text)).toBe(value)
})

it('each has a name in both languages, by which it is read', () => {
  expect(new Set(NATIONALITIES).size).toBe(249)
  for (const value of NATIONALITIES)
    for (const language of ['zh-CN', 'en'] as const) {
      const name = nationalityName(value, language)
      expect(name).not.toBe(value)
      expect(readNationality(name)).toBe(value)
    }
})
