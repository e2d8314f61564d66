import { expect, expectTypeOf, test } from 'vitest'
import type administration from '../apps/administration/locales/zh-CN.json'
import type attendance from '../apps/attendance/locales/zh-CN.json'
import type files from '../apps/files/locales/zh-CN.json'
import type roster from '../apps/roster/locales/zh-CN.json'
import type enCode from '../src/app/locales/en/code.json'
import type enFailures from '../src/app/locales/en/failures.json'
import type enExternalSignIn from '../src/app/locales/en/externalSignIn.json'
import type enLogin from '../src/app/locales/en/login.json'
import type enPasskey from '../src/app/locales/en/passkey.json'
import type enJoin from '../src/app/locales/en/join.json'
import type enSetup from '../src/app/locales/en/setup.json'
import type enStation from '../src/app/locales/en/station.json'
import type { Resources } from '../src/app/locales/resources.ts'
import type code from '../src/app/locales/zh-CN/code.json'
import type failures from '../src/app/locales/zh-CN/failures.json'
import type externalSignIn from '../src/app/locales/zh-CN/externalSignIn.json'
import type login from '../src/app/locales/zh-CN/login.json'
import type passkey from '../src/app/locales/zh-CN/passkey.json'
import { applicationPacks, sharedPack, shellPack } from './language-sources.ts'

/** Fails to compile where English has a key less or more than Chinese. */
test('the English texts have the type of the Chinese ones', () => {
  expectTypeOf({ ...sharedPack, ...shellPack }).branded.toEqualTypeOf<Omit<Resources, 'join' | 'setup' | 'station'>>()
  expectTypeOf(applicationPacks.administration.administration).toEqualTypeOf<typeof administration>()
  expectTypeOf(applicationPacks.attendance.attendance).toEqualTypeOf<typeof attendance>()
  expectTypeOf(applicationPacks.files.files).toEqualTypeOf<typeof files>()
  expectTypeOf(applicationPacks.roster.roster).toEqualTypeOf<typeof roster>()
  // Bundled with their pages instead of packed.
  expectTypeOf<typeof enJoin>().toEqualTypeOf<Resources['join']>()
  expectTypeOf<typeof enSetup>().toEqualTypeOf<Resources['setup']>()
  expectTypeOf<typeof enStation>().toEqualTypeOf<Resources['station']>()
  expectTypeOf<typeof enCode>().toEqualTypeOf<typeof code>()
  expectTypeOf<typeof enFailures>().toEqualTypeOf<typeof failures>()
  expectTypeOf<typeof enExternalSignIn>().toEqualTypeOf<typeof externalSignIn>()
  expectTypeOf<typeof enLogin>().toEqualTypeOf<typeof login>()
  expectTypeOf<typeof enPasskey>().toEqualTypeOf<typeof passkey>()
})

interface Texts {
  [key: string]: string | Texts
}

const resources = import.meta.glob<Texts>(
  ['../src/app/locales/*/*.json', '../apps/*/locales/*.json', '../contract/locales/*/*.json'],
  { eager: true, import: 'default' },
)
const chinese = Object.keys(resources).filter((file) => file.includes('/zh-CN'))

/** The placeholders of each text, by its dotted path. An English singular may do without, and Chinese has none. */
function placeholders(texts: Texts, path = ''): [string, string[]][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string[]][] =>
    typeof text === 'string'
      ? [[path + key, key.endsWith('_one') ? [] : [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g))].sort()]]
      : placeholders(text, `${path}${key}.`),
  )
}

test.each(chinese)('%s has the keys and placeholders of its English file', (file) => {
  const english = resources[file.replace('/zh-CN', '/en')]
  expect(english).toBeDefined()
  expect(Object.fromEntries(placeholders(english ?? {}))).toEqual(
    Object.fromEntries(placeholders(resources[file] ?? {})),
  )
})

test('each English file has a Chinese one', () => {
  expect(chinese.length).toBeGreaterThan(30)
  expect(chinese).toHaveLength(Object.keys(resources).length / 2)
})
