import { type EmailBlock, composeEmail } from '../../mail/email-template.ts'
import type { Email } from '../../mail/unit-mail.ts'

export interface ResetEmailContext {
  readonly to: string
  readonly loginName: string
  readonly realName: string
  readonly unitName: string
  readonly unitEnName: string
  readonly link: string
  readonly minutes: number
}

export function writeResetEmail(context: ResetEmailContext): Email {
  const { to, unitName } = context
  const subject = `${unitName}：重置密码 · Reset your password`
  return composeEmail({ to, subject, chinese: inChinese(context), english: inEnglish(context) })
}

function inChinese({ realName, loginName, unitName, link, minutes }: ResetEmailContext): EmailBlock[] {
  return [
    `${realName}，你好：`,
    `有人在${unitName}的登录页为用户名“${loginName}”申请了重置密码。打开下面的链接，设置新密码：`,
    { href: link, label: '设置新密码' },
    `链接在 ${minutes} 分钟内有效，只能用一次。请不要转发给别人。`,
    '如果不是你本人申请的，不用理会这封邮件，密码不会改变。',
  ]
}

function inEnglish({ realName, loginName, unitEnName, unitName, link, minutes }: ResetEmailContext): EmailBlock[] {
  return [
    `Hello ${realName},`,
    `Somebody asked to reset the password of the user name “${loginName}” at ${unitEnName || unitName}. Open this link to set a new one:`,
    { href: link, label: 'Set a new password' },
    `The link works once, within ${minutes} minutes. Do not pass it on.`,
    'If it was not you who asked, ignore this mail. Your password stays as it is.',
  ]
}
