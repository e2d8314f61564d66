import type { ExternalAccountTexts } from '../zh-CN/external-account.ts'

const externalAccount: ExternalAccountTexts = {
  consent: {
    title: 'Allow {{client}} to use your account?',
    back: 'Either way you go back to <host>{{host}}</host>',
    gets: 'It will get',
    scopes: {
      openid: 'who you are (your portal ID)',
      profile: 'your name, user name, kind of account and school',
      email: 'your e-mail address',
      phone: 'your phone number',
      offline_access: 'leave to go on reading this when you are away, up to 90 days',
    },
    never: 'It never gets your password. Each use is listed in “My account”.',
    account: 'Signed in as',
    other: 'Use another account',
    allow: 'Allow',
    refuse: 'Refuse',
    asking: 'Checking the request…',
    going: 'Going to {{client}}…',
    goingBack: 'Going back…',
    refusedTitle: 'This cannot go on',
    refusedHint: 'Nothing was handed over. Go back to that application and try again, or tell its administrator.',
    failedTitle: 'This did not load',
    failedHint: 'Nothing was handed over. Check the connection and try again.',
    toDesktop: 'To the desktop',
  },
  bind: {
    title: 'Link your account',
    hint: 'Your {{provider}} account is not linked to a school account yet. Enter the school’s user name and password once; after that it signs you in.',
    someProvider: 'outside',
    username: 'Username',
    password: 'Password',
    submit: 'Link and sign in',
    notMine: 'Not your account?',
    backToLogin: 'Back to sign-in',
    goneTitle: 'This link has expired',
    goneHint:
      'Linking has to be finished within 10 minutes, in the same browser. Go back to sign-in and use your outside account once more.',
    takenTitle: 'This cannot be linked',
    done: 'Linked. Signing in…',
  },
  identities: {
    title: 'Accounts elsewhere',
    hint: 'These accounts sign in to your school account.',
    none: 'No account elsewhere is linked',
    noneHint: 'Sign in with one on the login page, and it can be linked.',
    neverUsed: 'Not used yet',
    unbind: 'Unlink',
    unbindNamed: 'Unlink {{account}}',
    question: 'Unlink {{account}}?',
    questionHint:
      'It will not sign you in any more. Your school account, user name and password stay as they are, and so do the devices that are signed in.',
    unbound: '{{account}} was unlinked',
  },
}

export default externalAccount
