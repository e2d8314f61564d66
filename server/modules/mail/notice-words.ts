/** What a notice says in one language. */
export interface NoticeWords {
  /** For the list of mails. */
  readonly subject: string
  /** Goes on after "this has happened to your account:". */
  readonly what: string
}

interface NoticeText {
  readonly chinese: NoticeWords
  readonly english: NoticeWords
  /** An administrator did it: the person is to ask them, and not to look for a thief. */
  readonly byAdministrator?: true
}

function texts<T extends Record<string, NoticeText>>(table: T): { readonly [K in keyof T]: NoticeText } {
  return table
}

/** Every change that a person is told of, and its words. */
export const noticeTexts = texts({
  'password-changed': {
    chinese: { subject: '密码已修改', what: '在“我的账号”里修改了密码，其他设备都已退出登录' },
    english: {
      subject: 'Your password was changed',
      what: 'the password was changed under “My account”, and all other devices were signed out',
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

/** A change that a person is told of. */
export type Notice = keyof typeof noticeTexts
