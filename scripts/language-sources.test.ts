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
import { applicationPacks, type sharedPack, type shellPack } from './language-sources.ts'

/** Texts without the singular forms, which Chinese has not. */
type WithoutSingular<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : WithoutSingular<T[K]>
}

/** Fails to compile where English has a key less or more than Chinese. */
test('the English texts have the type of the Chinese ones', () => {
  expectTypeOf<WithoutSingular<typeof sharedPack & typeof shellPack>>().branded.toEqualTypeOf<
    WithoutSingular<Omit<Resources, 'join' | 'setup' | 'slips' | 'station'>>
  >()
  expectTypeOf<WithoutSingular<typeof applicationPacks.administration.administration>>().toEqualTypeOf<
    WithoutSingular<typeof administration>
  >()
  expectTypeOf<WithoutSingular<typeof applicationPacks.attendance.attendance>>().toEqualTypeOf<
    WithoutSingular<typeof attendance>
  >()
  expectTypeOf<WithoutSingular<typeof applicationPacks.files.files>>().toEqualTypeOf<WithoutSingular<typeof files>>()
  expectTypeOf(applicationPacks.roster.slips).toExtend<Resources['slips']>()
  expectTypeOf<WithoutSingular<typeof applicationPacks.roster.roster>>().toEqualTypeOf<WithoutSingular<typeof roster>>()
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

/** The placeholders of each text, by its dotted path; not of singular forms, which Chinese has not and which may do without. */
function placeholders(texts: Texts, path = ''): [string, string[]][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string[]][] => {
    if (typeof text !== 'string') return placeholders(text, `${path}${key}.`)
    return key.endsWith('_one') ? [] : [[path + key, [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g))].sort()]]
  })
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
