const login = {
  title: '用户登录',
  username: '用户名',
  password: '密码',
  remember: '记住密码',
  shared: '这是公用电脑',
  sharedHint: '不留下任何内容，10 分钟无操作自动退出',
  forgot: '忘记密码',
  submit: '登录',
  submitting: '正在登录…',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  passkey: '用通行密钥登录',
  face: '刷脸登录',
  languageSwitch: 'English',
  succeeded: '登录成功',
  stillSubmitting: '登录还没有完成，可以再等一等，也可以直接输入用户名和密码登录',
  empty: { username: '用户名不能为空！', password: '密码不能为空！' },
  again: '登录已过期，请重新登录，刚才的内容不会丢失',
}

export type LoginTexts = typeof login
export default login
