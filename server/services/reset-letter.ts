import type { Letter } from './unit-mail.ts'

/** What the letter needs to know. */
export interface ResetFacts {
  readonly to: string
  readonly loginName: string
  readonly realName: string
  readonly unitName: string
  readonly unitEnName: string
  readonly link: string
  readonly minutes: number
}

/** The letter with the link to set a new password, in both languages, as plain text and as HTML without pictures, styles of elsewhere or script. */
export function writeResetLetter(facts: ResetFacts): Letter {
  const { to, link, unitName } = facts
  const [chinese, english] = [inChinese(facts), inEnglish(facts)]
  return {
    to,
    subject: `${unitName}：重置密码 · Reset your password`,
    text: [chinese.before, link, chinese.after, '——', english.before, link, english.after, ''].flat().join('\n\n'),
    html: `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"></head><body>${section('zh-CN', chinese, link)}<hr>${section('en', english, link)}</body></html>`,
  }
}

interface Words {
  readonly before: readonly string[]
  readonly button: string
  readonly after: readonly string[]
}

function inChinese({ realName, loginName, unitName, minutes }: ResetFacts): Words {
  return {
    before: [
      `${realName}，你好：`,
      `有人在${unitName}的登录页为用户名“${loginName}”申请了重置密码。打开下面的链接，设置新密码：`,
    ],
    button: '设置新密码',
    after: [
      `链接在 ${minutes} 分钟内有效，只能用一次。请不要转发给别人。`,
      '如果不是你本人申请的，不用理会这封邮件，密码不会改变。',
    ],
  }
}

function inEnglish({ realName, loginName, unitEnName, unitName, minutes }: ResetFacts): Words {
  return {
    before: [
      `Hello ${realName},`,
      `Somebody asked to reset the password of the user name “${loginName}” at ${unitEnName || unitName}. Open this link to set a new one:`,
    ],
    button: 'Set a new password',
    after: [
      `The link works once, within ${minutes} minutes. Do not pass it on.`,
      'If it was not you who asked, ignore this mail. Your password stays as it is.',
    ],
  }
}

function section(language: string, { before, button, after }: Words, link: string): string {
  const address = escapeHtml(link)
  return [
    `<div lang="${language}">`,
    ...before.map(paragraph),
    `<p><a href="${address}">${button}</a></p><p>${address}</p>`,
    ...after.map(paragraph),
    '</div>',
  ].join('')
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
