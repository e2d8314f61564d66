import { describe, expect, it } from 'vitest'
import { errorText, isErrorCode } from './error-texts.ts'
import { errorHttpStatus, errorStatus, errorStatuses } from './errors.ts'
import { BIN_DAYS, TABLE_LIMITS } from './limits.ts'
import english from './locales/en/errors.json'
import chinese from './locales/zh-CN/errors.json'

const CHINESE = /\p{Script=Han}/u
const codes = Object.keys(errorStatuses).filter((code) => isErrorCode(code))

it.each([
  ['Chinese', chinese],
  ['English', english],
])('each code has one text in %s, in the order of the statuses', (_, texts) => {
  expect(Object.keys(texts)).toEqual(codes)
})

describe('each code', () => {
  const textsOf = (code: (typeof codes)[number]) => [errorText(code, 'zh-CN'), errorText(code, 'en')] as const

  it('is dotted', () => {
    expect(codes.filter((code) => !/^[a-z]+\.[a-z0-9_]+$/.test(code))).toEqual([])
  })

  it('has a text in Chinese and another in English', () => {
    const wrong = codes.filter((code) => {
      const [zh, en] = textsOf(code)
      const isTrimmed = zh.trim() === zh && en.trim() === en
      return !isTrimmed || !CHINESE.test(zh) || !/[A-Za-z]{3}/.test(en) || CHINESE.test(en)
    })
    expect(wrong).toEqual([])
  })

  it('does not break the bilingual message, and has a number for each placeholder', () => {
    expect(codes.filter((code) => /[|{}]|undefined|NaN/.test(textsOf(code).join('')))).toEqual([])
  })

  it('has the status of a failure, which HTTP repeats or hides, or none when no server is part of it', () => {
    const wrong = codes.filter((code) => {
      const status = errorStatus(code)
      const bySomeServer = status >= 400 && status < 600
      const allowed = bySomeServer ? [200, status] : [200]
      return !(bySomeServer || status === 0) || !allowed.includes(errorHttpStatus(code))
    })
    expect(wrong).toEqual([])
  })
})

it('says the same sentence for no two codes', () => {
  expect(new Set(codes.map((code) => errorText(code, 'zh-CN'))).size).toBe(codes.length)
  expect(new Set(codes.map((code) => errorText(code, 'en'))).size).toBe(codes.length)
})

it('has the sentences that the specification fixes', () => {
  expect(errorText('login.username_empty', 'en')).toBe('User name cannot be empty!')
  expect(errorText('login.password_empty', 'en')).toBe('Password cannot be empty!')
  expect(errorText('server.internal', 'en')).toBe('Server internal error!')
  expect(errorText('storage.file_missing', 'en')).toBe('Not find file')
  expect(errorText('face.user_missing', 'en')).toBe('userId is not find')
  expect(errorText('face.timeout', 'en')).toBe('Face detection timeout, click to try again!')
  expect(errorText('export.no_table', 'en')).toBe('please specify table to download')
  expect(errorText('licence.expired', 'en')).toBe('This module has expired, please contact the administrator!')
  expect(errorText('client.application_message', 'zh-CN')).toContain('参数错误，必须传入对象')
})

it('names the limits that apply', () => {
  const { rows, columns, cells } = TABLE_LIMITS
  expect(errorText('export.too_large', 'en')).toContain(`at most ${rows} rows, ${columns} columns and ${cells} cells`)
  expect(errorText('storage.quota_person', 'zh-CN')).toContain(`删除后 ${BIN_DAYS} 天`)
})
