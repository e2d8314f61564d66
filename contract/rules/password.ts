/** Which rule of section 5 a unit's new passwords follow. */
export type PasswordRule = 'mixed' | 'simple'

/** One thing that a rule asks for, so that it can be shown as it is met. */
export type Requirement = 'length' | 'noSpace' | 'noChinese' | 'mix' | 'allowed' | 'notLoginName'

/** Fewest and most characters of a new password, whatever the rule. */
export const PASSWORD_CHARACTERS = { least: 8, most: 20 } as const

type Check = (password: string) => boolean

const hasLength: Check = (password) => {
  const { length } = [...password]
  return length >= PASSWORD_CHARACTERS.least && length <= PASSWORD_CHARACTERS.most
}
const mixes = (password: string, some: RegExp, others: RegExp) => some.test(password) && others.test(password)

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
 * What a rule asks of a new password, in the order in which it is shown, and whether that is met; of an empty password nothing is. The login name, where
 * it is known, may not be the password.
 */
export function checkRequirements(
  password: string,
  rule: PasswordRule,
  loginName?: string,
): { requirement: Requirement; met: boolean }[] {
  // Two ways to type the same character count the same, as when the password is stored.
  const text = password.normalize('NFC')
  const asked = Object.entries(checks[rule]).map(([name, check]) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
    requirement: name as Requirement,
    met: text !== '' && check(text),
  }))
  if (loginName === undefined) return asked
  return [...asked, { requirement: 'notLoginName', met: text !== '' && !isSameName(text, loginName) }]
}

/** Whether a new password is what the rule asks for; the login name is not looked at. */
export function followsRule(password: string, rule: PasswordRule): boolean {
  return checkRequirements(password, rule).every(({ met }) => met)
}

/** Whether a password is nothing but the login name, in whatever case. */
export function isSameName(password: string, loginName: string): boolean {
  return password.trim().normalize('NFC').toLowerCase() === loginName.trim().normalize('NFC').toLowerCase()
}

/**
 * True for 8 to 20 characters without white space and without Chinese characters that mix digits with something else or letters with something
 * else. Characters are code points, so that an emoji counts once.
 */
export function isStrongPassword(password: string): boolean {
  return followsRule(password, 'mixed')
}

/** True for 8 to 20 of letters, digits, underscore, dot, at sign and hyphen: the rule that a school may choose instead. */
export function isSimplePassword(password: string): boolean {
  return followsRule(password, 'simple')
}
