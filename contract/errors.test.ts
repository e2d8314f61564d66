import { describe, expect, it } from 'vitest'
import { errorTexts } from './errors.ts'

const CHINESE = /\p{Script=Han}/u

describe.each(Object.entries(errorTexts))('%s', (code, entry) => {
  it('is a dotted code', () => {
    expect(code).toMatch(/^[a-z]+\.[a-z0-9_]+$/)
  })

  it('has a text in Chinese and another in English', () => {
    expect(entry.zh.trim()).toBe(entry.zh)
    expect(entry.en.trim()).toBe(entry.en)
    expect(entry.zh).toMatch(CHINESE)
    expect(entry.en).toMatch(/[A-Za-z]{3}/)
    expect(entry.en).not.toMatch(CHINESE)
  })

  it('does not break the bilingual message', () => {
    expect(entry.zh + entry.en).not.toContain('|')
  })

  it('has the status of a failure, which HTTP repeats or hides, or none when no server is part of it', () => {
    const bySomeServer = entry.status >= 400 && entry.status < 600
    expect(bySomeServer || entry.status === 0).toBe(true)
    expect(bySomeServer ? [undefined, entry.status] : [undefined]).toContain(entry.http)
  })
})

it('says the same sentence for no two codes', () => {
  const entries = Object.values(errorTexts)
  expect(new Set(entries.map((entry) => entry.zh)).size).toBe(entries.length)
  expect(new Set(entries.map((entry) => entry.en)).size).toBe(entries.length)
})

it('has the sentences that the specification fixes', () => {
  expect(errorTexts['login.username_empty'].en).toBe('User name cannot be empty!')
  expect(errorTexts['login.password_empty'].en).toBe('Password cannot be empty!')
  expect(errorTexts['server.internal'].en).toBe('Server internal error!')
  expect(errorTexts['storage.file_missing'].en).toBe('Not find file')
  expect(errorTexts['face.user_missing'].en).toBe('userId is not find')
  expect(errorTexts['face.timeout'].en).toBe('Face detection timeout, click to try again!')
  expect(errorTexts['export.no_table'].en).toBe('please specify table to download')
  expect(errorTexts['licence.expired'].en).toBe('This module has expired, please contact the administrator!')
  expect(errorTexts['client.application_message'].zh).toContain('参数错误，必须传入对象')
})
