/**
 * True for 8 to 20 characters without white space and without Chinese characters that mix digits with something else or letters with something
 * else. Characters are code points, so that an emoji counts once.
 */
export function isStrongPassword(password: string): boolean {
  if (!/^\S{8,20}$/u.test(password) || /\p{Script=Han}/u.test(password)) return false
  return mixes(password, /\p{Nd}/u, /\P{Nd}/u) || mixes(password, /\p{L}/u, /\P{L}/u)
}

/** True for 8 to 20 of letters, digits, underscore, dot, at sign and hyphen: the rule that a school may choose instead. */
export function isSimplePassword(password: string): boolean {
  return /^[A-Za-z0-9_.@-]{8,20}$/.test(password)
}

function mixes(password: string, some: RegExp, others: RegExp): boolean {
  return some.test(password) && others.test(password)
}
