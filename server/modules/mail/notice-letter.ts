import { deviceNames as englishNames } from '../../../contract/device-names/en.ts'
import { deviceNames as chineseNames } from '../../../contract/device-names/zh-CN.ts'
import type { Language } from '../../../contract/envelope.ts'
import { readUserAgent } from '../../../contract/rules/user-agent.ts'
import type { Block } from './compose-letter.ts'
import { composeLetter } from './compose-letter.ts'
import { noticeTexts, type Notice } from './notice-words.ts'
import type { Letter } from './unit-mail.ts'

/** What the letter needs to know. */
export interface NoticeFacts {
  readonly to: string
  readonly notice: Notice
  readonly at: Date
  /** Where the time is told for, an IANA name. */
  readonly timeZone: string
  /** From where and with what it was done. */
  readonly address: string
  readonly userAgent: string
  readonly loginName: string
  readonly realName: string
  readonly unitName: string
  readonly unitEnName: string
}

/**
 * The letter that tells somebody what has changed about how they sign in, in both languages. It holds no secret and, so that nobody learns to follow the
 * links of such mails, no link either.
 */
export function writeNoticeLetter(facts: NoticeFacts): Letter {
  const { to, notice, unitName } = facts
  const { chinese, english } = noticeTexts[notice]
  const subject = `${unitName}：${chinese.subject} · ${english.subject}`
  return composeLetter({ to, subject, chinese: inChinese(facts), english: inEnglish(facts) })
}

function inChinese({ notice, realName, loginName, unitName, ...facts }: NoticeFacts): Block[] {
  const { chinese, byAdministrator } = noticeTexts[notice]
  const time = tellTime('zh-CN', facts)
  return [
    `${realName}，你好：`,
    `你在${unitName}的账号“${loginName}”有变动：${chinese.what}。`,
    `时间：${time}\n网络地址：${facts.address}\n设备：${inChineseWords(facts.userAgent)}`,
    ...(byAdministrator
      ? ['如果你没有请管理员帮忙，请当面或打电话问一问。']
      : [
          '如果是你本人做的，不用理会这封邮件。',
          `如果不是：请马上像平时那样打开${unitName}的门户，在“我的账号”里修改密码，并让不认识的设备退出登录。登录不了，就用登录页上的“忘记密码”，或者找管理员。`,
        ]),
    '为了安全，这封邮件里没有链接。',
  ]
}

function inEnglish({ notice, realName, loginName, unitName, unitEnName, ...facts }: NoticeFacts): Block[] {
  const { english, byAdministrator } = noticeTexts[notice]
  const unit = unitEnName || unitName
  const time = tellTime('en', facts)
  return [
    `Hello ${realName},`,
    `This has happened to your account “${loginName}” at ${unit}: ${english.what}.`,
    `Time: ${time}\nNetwork address: ${facts.address}\nDevice: ${inEnglishWords(facts.userAgent)}`,
    ...(byAdministrator
      ? ['If you did not ask an administrator for help, ask them in person or by phone what it was about.']
      : [
          'If it was you, there is nothing to do.',
          `If it was not, open the portal of ${unit} now, the way you always do. Change your password under “My account”, and sign out the devices that you do not know. If you cannot sign in, use “Forgot password” on the login page, or ask an administrator.`,
        ]),
    'For your safety, there is no link in this mail.',
  ]
}

/** Date and time with the offset from UTC, which says it wherever the mail is read. */
function tellTime(language: Language, { at, timeZone }: Pick<NoticeFacts, 'at' | 'timeZone'>): string {
  const date = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(at)
  const clock = new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short', hourCycle: 'h23' }).format(at)
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
  return language === 'en' ? `${date}, ${clock} (${offset})` : `${date} ${clock}（${offset}）`
}

function inChineseWords(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  const { browsers, systems } = chineseNames
  if (browser && system) return `${systems[system]} 上的${browsers[browser]}`
  if (browser) return browsers[browser].trim()
  return system ? systems[system] : '未知设备'
}

function inEnglishWords(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  const { browsers, systems } = englishNames
  if (browser && system) return `${browsers[browser]} on ${systems[system]}`
  if (browser) return browsers[browser]
  return system ? systems[system] : 'Unknown device'
}
