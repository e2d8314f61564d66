import type { LoginTexts } from '../zh-CN/login.ts'

const login: LoginTexts = {
  title: 'User login',
  username: 'Username',
  password: 'Password',
  remember: 'Remember password',
  forgot: 'Forgot password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  languageSwitch: '中文',
  succeeded: 'Signed in',
  empty: { username: 'User name cannot be empty!', password: 'Password cannot be empty!' },
  again: 'Your session has expired. Sign in again; nothing you were doing is lost',
  forgotTitle: 'Forgot password',
  forgotHint:
    'Please ask the administrator of {{unit}} or your class teacher to reset your password. Change it to one of your own soon afterwards.',
  backToLogin: 'Back to sign-in',
}

export default login
