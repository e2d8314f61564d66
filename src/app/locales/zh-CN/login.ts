const login = {
  title: '用户登录',
  username: '用户名',
  password: '密码',
  remember: '记住密码',
  forgot: '忘记密码',
  submit: '登录',
  submitting: '正在登录…',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  languageSwitch: 'English',
  succeeded: '登录成功',
  empty: { username: '用户名不能为空！', password: '密码不能为空！' },
  again: '登录已过期，请重新登录，刚才的内容不会丢失',
  forgotTitle: '忘记密码',
  forgotHint: '请联系{{unit}}的管理员或班主任，他们可以为你重置密码。重置后请尽快换成自己的密码。',
  backToLogin: '返回登录',
}

export type LoginTexts = typeof login
export default login
