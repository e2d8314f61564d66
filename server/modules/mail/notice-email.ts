import type { Language } from '../../../contract/envelope.ts'
import { deviceName } from '../../../contract/rules/device-name.ts'
import { dateLocale } from '../../../contract/rules/date-locale.ts'
import { type EmailBlock, composeEmail } from './email-template.ts'
import type { Email } from './unit-mail.ts'

interface NoticeContext {
  readonly to: string
  readonly notice: Notice
  readonly at: Date
  /** An IANA name. */
  readonly timeZone: string
  readonly address: string
  readonly userAgent: string
  readonly loginName: string
  readonly realName: string
  readonly englishName: string
  readonly unitName: string
  readonly unitEnName: string
  /** The reader's. */
  readonly language: Language
}

/** Holds no secret, and no link, because phishing imitates links in such mails. */
export function writeNoticeEmail(context: NoticeContext): Email {
  const { chinese, english } = noticeTexts[context.notice]
  const subject = { chinese: chinese.subject, english: english.subject }
  return composeEmail({ ...context, subject, chinese: inChinese(context), english: inEnglish(context) })
}

function inChinese({ notice, realName, loginName, unitName, ...context }: NoticeContext): EmailBlock[] {
  const { chinese, byAdministrator } = noticeTexts[notice]
  const time = formatTime('zh-CN', context)
  return [
    `${realName}，你好：`,
    `你在${unitName}的账号“${loginName}”有变动：${chinese.what}。`,
    `时间：${time}\n网络地址：${context.address}\n设备：${deviceName('zh-CN', context.userAgent)}`,
    ...(byAdministrator
      ? ['如果你没有请管理员帮忙，请当面或打电话问一问。']
      : [
          '如果是你本人做的，不用理会这封邮件。',
          `如果不是：请马上像平时那样打开${unitName}的门户，在“我的账号”里修改密码，并让不认识的设备退出登录。登录不了，就用登录页上的“忘记密码”，或者找管理员。`,
        ]),
    '为了安全，这封邮件里没有链接。',
  ]
}

function inEnglish({
  notice,
  realName,
  englishName,
  loginName,
  unitName,
  unitEnName,
  ...context
}: NoticeContext): EmailBlock[] {
  const { english, byAdministrator } = noticeTexts[notice]
  const unit = unitEnName || unitName
  const time = formatTime('en', context)
  return [
    `Hello ${englishName || realName},`,
    `This has happened to your account “${loginName}” at ${unit}: ${english.what}.`,
    `Time: ${time}\nNetwork address: ${context.address}\nDevice: ${deviceName('en', context.userAgent)}`,
    ...(byAdministrator
      ? ['If you did not ask an administrator for help, ask them in person or by phone what it was about.']
      : [
          'If it was you, there is nothing to do.',
          `If it was not, open the portal of ${unit} now, the way you always do. Change your password under “My account”, and sign out the devices that you do not know. If you cannot sign in, use “Forgot password” on the login page, or ask an administrator.`,
        ]),
    'For your safety, there is no link in this mail.',
  ]
}

/** With the offset from UTC. */
function formatTime(language: Language, { at, timeZone }: Pick<NoticeContext, 'at' | 'timeZone'>): string {
  const date = new Intl.DateTimeFormat(dateLocale(language), { timeZone, dateStyle: 'long' }).format(at)
  const clock = new Intl.DateTimeFormat(dateLocale(language), {
    timeZone,
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
  const parts = new Intl.DateTimeFormat(dateLocale(language), { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    at,
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
  return language === 'en' ? `${date}, ${clock} (${offset})` : `${date} ${clock}（${offset}）`
}

/** `what` continues "this has happened to your account:". */
interface NoticeTexts {
  readonly chinese: { readonly subject: string; readonly what: string }
  readonly english: { readonly subject: string; readonly what: string }
  /** The mail then advises to ask the administrator. */
  readonly byAdministrator?: true
}

function texts<T extends Record<string, NoticeTexts>>(table: T): { readonly [K in keyof T]: NoticeTexts } {
  return table
}

export const noticeTexts = texts({
  'password-changed': {
    chinese: { subject: '密码已修改', what: '在“我的账号”里修改了密码，其他设备都已退出登录' },
    english: {
      subject: 'Your password was changed',
      what: 'the password was changed under “My account”, and all other devices were signed out',
    },
  },
  'account-linked': {
    chinese: {
      subject: '账号已关联其他学校',
      what: '与你在另一所学校的家长账号建立了关联，两边可以互相查看孩子、消息和待办',
    },
    english: {
      subject: 'Your account was linked with another school',
      what: 'it was linked with a parent account at another school, and each now shows the other’s children, messages and to-dos',
    },
  },
  'account-unlinked': {
    chinese: { subject: '账号关联已取消', what: '与你在另一所学校的家长账号的关联已取消' },
    english: {
      subject: 'A link of your account was removed',
      what: 'the link with a parent account at another school was removed',
    },
  },
  'role-linked': {
    chinese: {
      subject: '教师账号和家长账号已关联',
      what: '你的教师账号和家长账号建立了关联，登录其中一个就可以切换到另一个',
    },
    english: {
      subject: 'Your teacher and parent accounts were linked',
      what: 'your teacher account and your parent account were linked, and signing in to one lets you switch to the other',
    },
  },
  'role-unlinked': {
    chinese: { subject: '教师账号和家长账号的关联已取消', what: '你的教师账号和家长账号的关联已取消' },
    english: {
      subject: 'The link of your accounts was removed',
      what: 'the link between your teacher account and your parent account was removed',
    },
  },
  'password-reset-by-mail': {
    chinese: { subject: '密码已重置', what: '用邮件里的链接设置了新密码，所有设备都已退出登录' },
    english: {
      subject: 'Your password was reset',
      what: 'a new password was set with the link of a mail, and all devices were signed out',
    },
  },
  'password-reset-by-code': {
    chinese: { subject: '密码已重置', what: '用管理员给的一次性代码设置了新密码，所有设备都已退出登录' },
    english: {
      subject: 'Your password was reset',
      what: 'a new password was set with an administrator’s one-time code, and all devices were signed out',
    },
  },
  'password-given': {
    byAdministrator: true,
    chinese: {
      subject: '老师给了你新的初始密码',
      what: '老师给了新的初始密码，原来的密码已失效，所有设备都已退出登录',
    },
    english: {
      subject: 'Your teacher gave you a new first password',
      what: 'a teacher of your class gave you a new first password; the old one is void, and all devices were signed out',
    },
  },
  'passkey-added': {
    chinese: { subject: '已添加通行密钥', what: '添加了一个通行密钥，以后不用密码也能用它登录' },
    english: { subject: 'A passkey was added', what: 'a passkey was added, which signs in without the password' },
  },
  'passkey-removed': {
    chinese: { subject: '已移除通行密钥', what: '移除了一个通行密钥，以后不能再用它登录' },
    english: { subject: 'A passkey was removed', what: 'a passkey was removed, and does not sign in any more' },
  },
  'second-step-on': {
    chinese: { subject: '两步验证已开启', what: '开启了两步验证，以后输入密码后还要输入验证码' },
    english: {
      subject: 'Two-step verification was turned on',
      what: 'two-step verification was turned on, and a code is asked for after the password from now on',
    },
  },
  'second-step-replaced': {
    chinese: { subject: '验证器已更换', what: '更换了两步验证的验证器，旧的验证器和旧的恢复码都作废了' },
    english: {
      subject: 'Your authenticator was replaced',
      what: 'the authenticator of two-step verification was replaced; the old one and the old recovery codes are void',
    },
  },
  'second-step-off': {
    chinese: { subject: '两步验证已关闭', what: '关闭了两步验证，以后只用密码就能登录' },
    english: {
      subject: 'Two-step verification was turned off',
      what: 'two-step verification was turned off, and the password alone signs in from now on',
    },
  },
  'email-changed': {
    chinese: { subject: '邮箱已更改', what: '更改或删除了账号的邮箱，以后的通知和重置密码的邮件不再发到这里' },
    english: {
      subject: 'Your e-mail address was changed',
      what: 'its e-mail address was changed or deleted, and notices and links for a new password are not mailed here any more',
    },
  },
  'identity-bound': {
    chinese: { subject: '已绑定外部账号', what: '绑定了一个外部账号，以后可以用它登录' },
    english: {
      subject: 'An account elsewhere was linked',
      what: 'an account elsewhere was linked, which can sign in to yours from now on',
    },
  },
  'identity-unbound': {
    chinese: { subject: '已解除外部账号的绑定', what: '解除了一个外部账号的绑定，以后不能再用它登录' },
    english: {
      subject: 'An account elsewhere was unlinked',
      what: 'an account elsewhere was unlinked, and cannot sign in to yours any more',
    },
  },
  'second-step-reset': {
    byAdministrator: true,
    chinese: { subject: '管理员关闭了你的两步验证', what: '管理员关闭了两步验证，所有设备都已退出登录' },
    english: {
      subject: 'An administrator turned off your two-step verification',
      what: 'an administrator turned off two-step verification, and all devices were signed out',
    },
  },
  'signed-out-by-admin': {
    byAdministrator: true,
    chinese: { subject: '管理员让你的所有设备退出了登录', what: '管理员让所有设备退出了登录' },
    english: {
      subject: 'An administrator signed you out everywhere',
      what: 'an administrator signed you out on all devices',
    },
  },
})

export type Notice = keyof typeof noticeTexts
