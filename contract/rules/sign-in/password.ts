import { foldText } from '../text/fold-text.ts'

export type PasswordRule = 'mixed' | 'simple'

/** A part of a rule, shown while typing. */
export type Requirement = 'length' | 'noSpace' | 'noChinese' | 'mix' | 'allowed' | 'notLoginName'

/** Length of a new password, in any rule. */
export const PASSWORD_CHARACTERS = { least: 8, most: 20 } as const

type Check = (password: string) => boolean

const hasLength: Check = (password) => {
  const { length } = [...password]
  return length >= PASSWORD_CHARACTERS.least && length <= PASSWORD_CHARACTERS.most
}
const mixes = (password: string, some: RegExp, others: RegExp) => some.test(password) && others.test(password)

/**
 * 'mixed': 8 to 20 characters without white space and Chinese characters that mix digits with others or letters with others; characters are code points, so that an
 * emoji counts once. 'simple', which a school may choose instead: 8 to 20 of letters, digits, underscore, dot, at sign and hyphen.
 */
const checks: Readonly<Record<PasswordRule, Partial<Record<Requirement, Check>>>> = {
  mixed: {
    length: hasLength,
    noSpace: (password) => !/\s/.test(password),
    noChinese: (password) => !/\p{Script=Han}/u.test(password),
    mix: (password) => mixes(password, /\p{Nd}/u, /\P{Nd}/u) || mixes(password, /\p{L}/u, /\P{L}/u),
  },
  simple: {
    length: hasLength,
    allowed: (password) => /^[A-Za-z0-9_.@-]+$/.test(password),
  },
}

/**
 * The requirements of a rule in display order, and whether the password meets each; an empty one meets none. The login name, if known, must not be
 * the password.
 */
export function checkRequirements(
  password: string,
  rule: PasswordRule,
  loginName?: string,
): { requirement: Requirement; met: boolean }[] {
  // Equivalent character sequences count the same, as when the password is stored.
  const text = password.normalize('NFC')
  const asked = Object.entries(checks[rule]).map(([name, check]) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
    requirement: name as Requirement,
    met: text !== '' && check(text),
  }))
  if (loginName === undefined) return asked
  return [...asked, { requirement: 'notLoginName', met: text !== '' && !isSameName(text, loginName) }]
}

/** Whether a new password follows the rule, and is not the login name where that is given. */
export function followsRule(password: string, rule: PasswordRule, loginName?: string): boolean {
  return checkRequirements(password, rule, loginName).every(({ met }) => met)
}

/** Whether a password equals the login name, in any case. */
export function isSameName(password: string, loginName: string): boolean {
  return foldText(password) === foldText(loginName)
}
