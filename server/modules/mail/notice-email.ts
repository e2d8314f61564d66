import type { Language } from '../../../contract/envelope.ts'
import englishTexts from '../../../contract/locales/en/noticeEmails.json' with { type: 'json' }
import chineseTexts from '../../../contract/locales/zh-CN/noticeEmails.json' with { type: 'json' }
import { deviceName } from '../../../contract/rules/device-name.ts'
import { dateLocale } from '../../../contract/rules/date-locale.ts'
import { composeEmail, type Reader } from './email-template.ts'
import type { Email } from './unit-mail.ts'

interface NoticeContext extends Reader {
  readonly notice: Notice
  readonly loginName: string
  readonly at: Date
  /** An IANA name. */
  readonly timeZone: string
  readonly address: string
  readonly userAgent: string
}

/** Holds no secret, and no link, because phishing imitates links in such mails. */
export function writeNoticeEmail(context: NoticeContext): Email {
  const { notice, loginName, unitName, address, userAgent } = context
  const unit = context.unitEnName || unitName
  const [chinese, english] = [chineseTexts[notice], englishTexts[notice]]
  const byAdministrator = BY_ADMINISTRATORS.includes(notice)
  return composeEmail(
    context,
    {
      subject: chinese.subject,
      blocks: [
        `你在${unitName}的账号“${loginName}”有变动：${chinese.what}。`,
        `时间：${formatTime('zh-CN', context)}\n网络地址：${address}\n设备：${deviceName('zh-CN', userAgent)}`,
        ...(byAdministrator
          ? ['如果你没有请管理员帮忙，请当面或打电话问一问。']
          : [
              '如果是你本人做的，不用理会这封邮件。',
              `如果不是：请马上像平时那样打开${unitName}的门户，在“我的账号”里修改密码，并让不认识的设备退出登录。登录不了，就用登录页上的“忘记密码”，或者找管理员。`,
            ]),
        '为了安全，这封邮件里没有链接。',
      ],
    },
    {
      subject: english.subject,
      blocks: [
        `This has happened to your account “${loginName}” at ${unit}: ${english.what}.`,
        `Time: ${formatTime('en', context)}\nNetwork address: ${address}\nDevice: ${deviceName('en', userAgent)}`,
        ...(byAdministrator
          ? ['If you did not ask an administrator for help, ask them in person or by phone what it was about.']
          : [
              'If it was you, there is nothing to do.',
              `If it was not, open the portal of ${unit} now, the way you always do. Change your password under “My account”, and sign out any device that you do not recognise. If you cannot sign in, use “Forgot password” on the sign-in page, or ask an administrator.`,
            ]),
        'For your safety, there is no link in this email.',
      ],
    },
  )
}

/** With the offset from UTC. */
function formatTime(language: Language, { at, timeZone }: Pick<NoticeContext, 'at' | 'timeZone'>): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { timeZone, ...options })
  const date = format({ dateStyle: 'long' }).format(at)
  const clock = format({ timeStyle: 'short', hourCycle: 'h23' }).format(at)
  const parts = format({ timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
  return language === 'en' ? `${date}, ${clock} (${offset})` : `${date} ${clock}（${offset}）`
}

/** A change of an account. `what` of its texts continues "this has happened to your account:". */
export type Notice = keyof typeof chineseTexts

/** Changes that an administrator made: the mail then advises to ask them. */
const BY_ADMINISTRATORS: readonly Notice[] = ['password-given', 'second-step-reset', 'signed-out-by-admin']
