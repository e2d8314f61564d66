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
  passkey: 'Sign in with a passkey',
  face: 'Sign in by face',
  languageSwitch: '中文',
  succeeded: 'Signed in',
  stillSubmitting: 'Still signing in. You can wait, or sign in with your user name and password',
  empty: { username: 'User name cannot be empty!', password: 'Password cannot be empty!' },
  again: 'Your session has expired. Sign in again; nothing you were doing is lost',
}

export default login
