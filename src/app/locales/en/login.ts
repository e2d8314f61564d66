import type { LoginTexts } from '../zh-CN/login.ts'

const login: LoginTexts = {
  title: 'User login',
  username: 'Username',
  password: 'Password',
  remember: 'Remember password',
  shared: 'This is a shared computer',
  sharedHint: 'Nothing is kept; signs you out after 10 idle minutes',
  forgot: 'Forgot password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  languageSwitch: '中文',
  succeeded: 'Signed in',
  stillSubmitting: 'Still signing in. You can wait, or sign in with your user name and password',
  notSetUp: {
    authorize: 'Third-party authorization is not set up for this school. Sign in with your user name and password',
    ticket: 'Sign-in by ticket is not set up for this school. Sign in with your user name and password',
    social: 'Sign-in with another account is not set up for this school. Sign in with your user name and password',
    wechat: 'Sign-in with WeChat is not set up for this school. Sign in with your user name and password',
  },
  empty: { username: 'User name cannot be empty!', password: 'Password cannot be empty!' },
  again: 'Your session has expired. Sign in again; nothing you were doing is lost',
  forgotTitle: 'Forgot password',
  forgotHint:
    'Please ask the administrator of {{unit}} or your class teacher to reset your password. Change it to one of your own soon afterwards.',
  backToLogin: 'Back to sign-in',
}

export default login
