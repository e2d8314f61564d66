import { describe, expect, test } from 'vitest'
import type { Application } from '../../../contract/endpoints/applications/applications.ts'
import { orderOf } from '../../../contract/rules/desktop/arrange-icons.ts'
import { desktopOf, listsOf, movedTo, sortedBy } from './application-lists.ts'

const EVERYONE = { userTypes: [], roleIds: [], classIds: [], campusIds: [] }

function made(code: string, group: Application['group'], more: Partial<Application> = {}): Application {
  return {
    code,
    version: '',
    name: code,
    englishName: code,
    group,
    folder: null,
    icon: '',
    builtInIcon: null,
    on: true,
    needed: false,
    own: false,
    opens: { kind: 'micro-app' },
    httpRefusal: null,
    madeFor: [1, 2, 3, 4],
    audience: EVERYONE,
    licence: null,
    ...more,
  }
}

const all = [
  made('files', 'ZDYYYFL-CYYY'),
  made('office', 'ZDYYYFL-XZBG', { madeFor: [2, 4] }),
  made('museums', 'ZDYYYFL-CYYY', { opens: { kind: 'folder' } }),
  made('palace', null, { folder: 'museums' }),
  made('library', 'ZDYYYFL-CYYY', { audience: { ...EVERYONE, userTypes: [1] } }),
  made('off', 'ZDYYYFL-CYYY', { on: false }),
]

test('applications are listed by groups in the order of the desktop, those in a folder behind it', () => {
  expect(listsOf(all).map(({ key, applications }) => [key, applications.map(({ code }) => code)])).toEqual([
    ['ZDYYYFL-CYYY', ['files', 'museums', 'library', 'off']],
    ['museums', ['palace']],
    ['ZDYYYFL-XZBG', ['office']],
  ])
})

test('sorting a list leaves the places of all others', () => {
  expect(sortedBy(all, ['library', 'files', 'museums', 'off']).map(({ code }) => code)).toEqual([
    'library',
    'office',
    'files',
    'palace',
    'museums',
    'off',
  ])
})

describe('the desktop that people begin with', () => {
  const codesOf = (...given: Parameters<typeof desktopOf>) =>
    orderOf(desktopOf(...given)).filter(({ codes }) => codes.length > 0)

  test('has what is on and for their type', () => {
    expect(codesOf(all, 1, [])).toEqual([{ code: 'ZDYYYFL-CYYY', codes: ['files', 'museums', 'library'] }])
    expect(codesOf(all, 2, [])).toEqual([
      { code: 'ZDYYYFL-CYYY', codes: ['files', 'museums'] },
      { code: 'ZDYYYFL-XZBG', codes: ['office'] },
    ])
  })

  test('has the order of the type, with groups that are empty too', () => {
    const order = movedTo(orderOf(desktopOf(all, 2, [])), 'files', 'ZDYYYFL-XZBG')
    expect(codesOf(all, 2, order)).toEqual([
      { code: 'ZDYYYFL-CYYY', codes: ['museums'] },
      { code: 'ZDYYYFL-XZBG', codes: ['office', 'files'] },
    ])
    expect(desktopOf(all, 2, order)).toHaveLength(9)
  })
})
