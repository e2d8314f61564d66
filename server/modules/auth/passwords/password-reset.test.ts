import { expect, test } from 'vitest'
import { writeResetEmail } from './password-reset.ts'

const facts = {
  to: 'lin@riverside.test',
  loginName: 'teacher',
  realName: '林致远',
  englishName: '',
  unitName: '河畔实验学校',
  unitEnName: 'Riverside School',
  language: 'zh-CN',
  link: 'https://school.example/forgetPassword#reset=abc',
  minutes: 30,
} as const

test('both forms say in both languages who asked for what, where to go, how long that works, and what to do about a stranger', () => {
  const { text, html } = writeResetEmail(facts)
  for (const form of [text, html]) {
    expect(form).toContain('林致远，你好')
    expect(form).toContain('30 分钟')
    expect(form).toContain('不用理会')
    expect(form).toContain('Riverside School')
    expect(form).toContain('within 30 minutes')
    expect(form).toContain('ignore this email')
    expect(form).toContain(facts.link)
  }
})

test('the language of the reader comes first, in the subject as in the text', () => {
  expect(writeResetEmail(facts).subject).toBe('河畔实验学校：重置密码 · Reset your password')
  expect(writeResetEmail(facts).text.indexOf('你好')).toBeLessThan(writeResetEmail(facts).text.indexOf('Hello'))
  const english = writeResetEmail({ ...facts, language: 'en' })
  expect(english.subject).toBe('Riverside School: Reset your password · 重置密码')
  expect(english.text).toMatch(/^Hello 林致远,/)
  expect(english.html).toContain('<html lang="en">')
})

test('names are text in HTML, whatever they hold', () => {
  const { html } = writeResetEmail({ ...facts, realName: '<img src=x onerror=alert(1)>', unitName: `A & "B'` })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('A &amp; &quot;B&#39;')
})

test('a unit without an English name is called by its Chinese one', () => {
  expect(writeResetEmail({ ...facts, unitEnName: '' }).text).toContain('at 河畔实验学校')
})
