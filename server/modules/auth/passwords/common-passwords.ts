/** Shorter entries of the list are parts of too many good passwords. */
const LEAST_LISTED = 6

let loading: Promise<ReadonlySet<string>> | undefined

/** 49,000 of the commonest in leaks, unpacked on first use. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const listed = dictionary['passwords-common'].map((one) => one.toLowerCase())
    return new Set(listed.filter((one) => one.length >= LEAST_LISTED))
  })
  // A failed one is tried again.
  loading.catch(() => (loading = undefined))
  return loading
}

/** Whether a password is on the list of leaked and common ones, in any case, also with up to two digits or signs before or behind it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const listed = await loadCommonPasswords()
  const plain = password.trim().normalize('NFKC').toLowerCase()
  const inside = plain.replace(/[^\p{L}]{1,2}$/u, '')
  return [plain, inside, plain.replace(/^[^\p{L}]{1,2}/u, ''), inside.replace(/^[^\p{L}]{1,2}/u, '')].some((one) =>
    listed.has(one),
  )
}
