import type { default as files } from '../apps/files/locales/en.ts'
import account from '../src/app/locales/en/account.ts'
import common from '../src/app/locales/en/common.ts'
import elsewhere from '../src/app/locales/en/elsewhere.ts'
import passwords from '../src/app/locales/en/passwords.ts'
import protection from '../src/app/locales/en/protection.ts'
import shell from '../src/app/locales/en/shell.ts'
import signInAdmin from '../src/app/locales/en/signInAdmin.ts'
import viewport from '../src/app/locales/en/viewport.ts'

/** The pack that every page shares, namespace by namespace. */
export async function sharedPack(): Promise<{ common: typeof common }> {
  return { common }
}

/** The shell's own pack. */
export async function shellPack(): Promise<{
  account: typeof account
  elsewhere: typeof elsewhere
  passwords: typeof passwords
  protection: typeof protection
  shell: typeof shell
  signInAdmin: typeof signInAdmin
  viewport: typeof viewport
}> {
  return { account, elsewhere, passwords, protection, shell, signInAdmin, viewport }
}

/** The pack of a bundled application, under its code as namespace. */
export async function applicationPack(code: 'files'): Promise<Record<string, typeof files>> {
  const { default: texts } = await import('../apps/files/locales/en.ts')
  return { [code]: texts }
}
