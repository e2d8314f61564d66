const externalSignIn = {
  title: '其他登录方式',
  scan: '扫码登录',
  signInWith: '用“{{name}}”登录',
  scanWith: '用“{{name}}”扫码登录',
  scanHint: '用手机扫描二维码，并在手机上确认',
  backToForm: '用用户名和密码登录',
  frame: '{{name}}二维码',
  loading: '正在加载二维码…',
  leaving: '正在前往{{name}}…',
  retry: '重试',
  listFailed: '其他登录方式没有加载成功',
  /** How a way in ended that led nowhere. */
  entry: {
    'no-wechat': '学校还没有开通微信登录，请用用户名和密码登录',
    'no-ticket-path': '缺少 loginTickitConifg.apipath...',
    'refused-external': '没有登录：对方没有同意或已取消。可以再试一次，或用用户名和密码登录',
  },
}

export type ExternalSignInTexts = typeof externalSignIn
export default externalSignIn
