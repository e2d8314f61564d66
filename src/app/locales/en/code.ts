import type { CodeTexts } from '../zh-CN/code.ts'

const code: CodeTexts = {
  code: 'Verification code',
  hint: 'Open the authenticator app on your phone and enter the 6 digits that it shows',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Enter one of the recovery codes that you kept. Each works once',
  toRecovery: 'Use a recovery code instead',
  toCode: 'Use the authenticator instead',
  back: 'Back',
  empty: 'The code cannot be empty',
  recoveryEmpty: 'The recovery code cannot be empty',
}

export default code
