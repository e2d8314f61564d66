import { describe, expect, it } from 'vitest'
import englishTexts from '../../../contract/locales/en/noticeEmails.json' with { type: 'json' }
import chineseTexts from '../../../contract/locales/zh-CN/noticeEmails.json' with { type: 'json' }
import { writeNoticeEmail, type Notice } from './notice-email.ts'

const facts = {
  to: 'lin@riverside.test',
  notice: 'passkey-added',
  at: new Date('2026-03-05T18:03:59Z'),
  timeZone: 'Asia/Shanghai',
  address: '192.0.2.7',
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; 23127PN0CC; wv) AppleWebKit/537.36 Chrome/116.0.0.0 Mobile MicroMessenger/8.0',
  loginName: 'teacher',
  realName: '林致远',
  englishName: 'Lin Zhiyuan',
  unitName: '河畔实验学校',
  unitEnName: 'Riverside School',
  language: 'zh-CN',
} as const

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this very object
const notices = Object.keys(chineseTexts) as Notice[]

describe('a notice', () => {
  it('says in both languages and both forms what happened to which account, when, from where, and what to do about it', () => {
    const { to, subject, text, html } = writeNoticeEmail(facts)
    expect(to).toBe(facts.to)
    expect(subject).toBe('河畔实验学校：已添加通行密钥 · A passkey was added')
    for (const form of [text, html]) {
      expect(form).toContain('林致远，你好：')
      expect(form).toContain('你在河畔实验学校的账号“teacher”有变动：添加了一个通行密钥，以后不用密码也能用它登录。')
      expect(form).toContain('时间：2026年3月6日 02:03（UTC+8）')
      expect(form).toContain('网络地址：192.0.2.7')
      expect(form).toContain('设备：安卓 上的微信')
      expect(form).toContain('修改密码')
      expect(form).toContain('Hello Lin Zhiyuan,')
      expect(form).toContain('your account “teacher” at Riverside School: a passkey was added')
      expect(form).toContain('Time: 6 March 2026, 02:03 (UTC+8)')
      expect(form).toContain('Network address: 192.0.2.7')
      expect(form).toContain('Device: WeChat on Android')
      expect(form).toContain('Change your password')
    }
  })

  it.each(notices)('has the language of its reader first: %s', (notice) => {
    const chinese = chineseTexts[notice]
    const english = englishTexts[notice]
    const ours = writeNoticeEmail({ ...facts, notice, language: 'en' })
    expect(ours.subject).toBe(`Riverside School: ${english.subject} · ${chinese.subject}`)
    expect(ours.text).toMatch(/^Hello Lin Zhiyuan,/)
    const theirs = writeNoticeEmail({ ...facts, notice })
    expect(theirs.subject).toBe(`河畔实验学校：${chinese.subject} · ${english.subject}`)
    expect(theirs.text).toMatch(/^林致远，你好：/)
  })

  it.each(notices)('holds no link, whatever it is about: %s', (notice) => {
    const { subject, text, html } = writeNoticeEmail({ ...facts, notice })
    expect(subject).toContain(englishTexts[notice].subject)
    expect(text).toContain(chineseTexts[notice].what)
    expect(`${text}${html}`).not.toMatch(/https?:|href|<(?:a|img|script|style|link)\b/)
  })

  it('about what an administrator did sends to the administrator, and not to the password', () => {
    const { text } = writeNoticeEmail({ ...facts, notice: 'second-step-reset' })
    expect(text).toContain('当面或打电话')
    expect(text).toContain('in person or by phone')
    expect(text).not.toMatch(/修改密码|Change your password/)
  })

  it('tells the time with the offset of the place, also of half hours and none', () => {
    const timeOf = (timeZone: string) => /Time: (.*)/.exec(writeNoticeEmail({ ...facts, timeZone }).text)?.[1]
    expect(timeOf('Asia/Kolkata')).toBe('5 March 2026, 23:33 (UTC+5:30)')
    expect(timeOf('UTC')).toBe('5 March 2026, 18:03 (UTC+0)')
  })

  it('admits that it does not know the device, and names as much as it knows', () => {
    const devicesOf = (userAgent: string) =>
      [...writeNoticeEmail({ ...facts, userAgent }).text.matchAll(/(?:设备：|Device: )(.*)/g)].map(([, name]) => name)
    expect(devicesOf('curl/8.5.0')).toEqual(['未知设备', 'Unknown device'])
    expect(devicesOf('Chrome/142.0.0.0')).toEqual(['Chrome', 'Chrome'])
    expect(devicesOf('Mozilla/5.0 (Windows NT 10.0')).toEqual(['Windows', 'Windows'])
  })

  it('takes names as text in HTML, whatever they hold', () => {
    const { html } = writeNoticeEmail({ ...facts, realName: '<img src=x onerror=alert(1)>', unitName: `A & "B'` })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).toContain('A &amp; &quot;B&#39;')
  })
})
