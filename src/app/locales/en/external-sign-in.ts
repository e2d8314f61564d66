import type { ExternalSignInTexts } from '../zh-CN/external-sign-in.ts'

const externalSignIn: ExternalSignInTexts = {
  title: 'Other ways to sign in',
  scan: 'Scan a QR code',
  signInWith: 'Sign in with {{name}}',
  scanWith: 'Sign in by scanning with {{name}}',
  scanHint: 'Scan the code with your phone, and confirm there',
  backToForm: 'Use user name and password',
  frame: 'QR code of {{name}}',
  loading: 'Loading the QR code…',
  leaving: 'Going to {{name}}…',
  retry: 'Try again',
  listFailed: 'The other ways to sign in did not load',
  entry: {
    'no-wechat': 'Sign-in with WeChat is not set up for this school. Sign in with your user name and password',
    'no-ticket-path': 'Missing loginTickitConifg.apipath...',
    'refused-external':
      'Not signed in: it was refused or cancelled. Try again, or sign in with your user name and password',
  },
}

export default externalSignIn
