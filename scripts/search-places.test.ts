import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { STRUCTURE_PARTS } from '../apps/administration/classes/structure-parts.ts'
import { routesOf, SECTIONS } from '../apps/administration/sections.ts'
import { readRoute, routePath, type AppRoute } from '../apps/attendance/app-route.ts'
import { BIN_PATH } from '../apps/files/listing/folder-path.ts'
import { PLACE_PAGES } from '../apps/files/sharing/places.ts'
import { ROUTES as ROSTER_ROUTES } from '../apps/roster/routes.ts'
import { endpoints } from '../contract/table.ts'
import { PLACES } from '../src/app/features/desktop/palette/places.ts'
import { SETTINGS_PARTS } from '../src/app/frame/settings/settings-part.ts'
import { addressesOf } from '../tests/support/page-addresses.ts'
import { DONE_AT, NOT_SOUGHT, TOOLS } from '../tests/support/search-endpoints.ts'

const root = join(import.meta.dirname, '..')
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')
const sourcesBelow = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
      .map((name) => sourceOf(join(folder, name))),
  )

const fragments = (code: string) =>
  PLACES.flatMap(({ at, codes, action }) =>
    'application' in at && at.application === code ? [{ at: at.fragment, codes, action }] : [],
  )
/** The pages of an application that are found, without their queries. */
const pagesFound = (code: string) => new Set(fragments(code).map(({ at }) => at.slice(1).replace(/\?.*/, '')))

describe('the search finds every page', () => {
  it('of the settings', () => {
    const found = PLACES.flatMap(({ at }) => ('settings' in at ? [at.settings] : []))
    // The account is an action of the search itself, and its cards are places.
    for (const part of SETTINGS_PARTS) expect(found).toContain(part === 'account' ? '' : `?part=${part}`)
  })

  it('of the own account', () => {
    const cards = sourcesBelow('src/app/features/account').flatMap((source) =>
      [...source.matchAll(/\bid="(account-[\w-]+)"/g)].map(([, id]) => id),
    )
    expect(cards.length).toBeGreaterThan(9)
    /** The cards whose one action is found in their place. */
    const byAction = { 'account-password': 'change-password', 'account-passkeys': 'add-passkey' } as const
    const step = { 'account-second-step': 'set-up-second-step' } as const
    const actions = PLACES.map(({ action }) => action)
    for (const id of cards) expect(actions).toContain({ ...byAction, ...step }[id ?? ''] ?? id)
  })

  it('of the administration, for those who may open it', () => {
    const found = pagesFound('administration')
    for (const { path } of routesOf(SECTIONS)) {
      if (path === '/') continue
      for (const address of addressesOf(path)) {
        const isFound = found.has(address) || found.has(twinOf(address))
        expect({ address, isFound }).toEqual({ address, isFound: true })
      }
    }
    for (const { path, codes, pages } of SECTIONS) {
      const own = fragments('administration').filter(({ at }) => new RegExp(`^#/${path}(?:[/?]|$)`).test(at))
      expect({ path, places: own.length }).not.toEqual({ path, places: 0 })
      for (const place of own) {
        const page = pages.find(({ at }) => `#/${path}${at}` === place.at.replace(/\?.*/, ''))
        expect(page?.codes ?? codes).toEqual(expect.arrayContaining([...(place.codes ?? [])]))
        expect(place.codes).not.toHaveLength(0)
      }
    }
  })

  it('of attendance, and the page of a station', () => {
    const pages = { mine: 'mine', day: 'group', absences: 'absences', corrections: 'corrections' } as const
    for (const [page, at] of Object.entries(pages)) {
      expect(readRoute(`/${at}`)?.page).toBe(page)
      expect(pagesFound('attendance')).toContain(`/${at}`)
    }
    // Of one group or person; the day of all groups leads there.
    const ofOne: readonly AppRoute['page'][] = ['month', 'person']
    const every: Record<AppRoute['page'], true> = {
      mine: true,
      day: true,
      month: true,
      person: true,
      absences: true,
      corrections: true,
    }
    expect(Object.keys(every).toSorted()).toEqual([...Object.keys(pages), ...ofOne].toSorted())
    for (const { at } of fragments('attendance')) {
      const route = readRoute(at.slice(1))
      expect(route && routePath(route)).toBe(at.slice(1))
    }
    expect(PLACES.some(({ at }) => 'page' in at && at.page.endsWith('/attendance/station'))).toBe(true)
  })

  it('of files', () => {
    const found = pagesFound('files')
    for (const path of ['/', BIN_PATH, ...PLACE_PAGES.map((page) => `/${page}`)]) expect(found).toContain(path)
  })

  it('of the class lists', () => {
    expect([...pagesFound('roster')]).toEqual(
      ROSTER_ROUTES.map(({ path }) => path).filter((path) => !path.includes(':')),
    )
    const ofClasses = ROSTER_ROUTES.filter(({ path }) => path.includes(':')).map(({ path }) => path)
    // Pages of one class: the list of classes leads there, under their own names.
    expect(ofClasses).toEqual(['/class/:classId', '/class/:classId/contacts', '/class/:classId/accounts'])
    expect(fragments('roster')).toHaveLength(ofClasses.length)
  })
})

describe('the search finds every action', () => {
  it('of the frame’s tools', () => {
    const source = sourceOf('src/app/frame/header/use-header-tools.tsx')
    const keys = [...source.matchAll(/(?:\bkey: |dialogTool\()'([\w-]+)'/g)].map(([, key]) => key)
    expect(new Set(keys)).toEqual(new Set(Object.keys(TOOLS)))
    const tools = PLACES.flatMap(({ at }) => ('tool' in at ? [at.tool as string] : []))
    const own = sourceOf('src/app/features/desktop/palette/use-actions.ts')
    const isFound = { tool: (key: string) => tools.includes(key), own: (key: string) => own.includes(`id: '${key}'`) }
    const missing = Object.entries(TOOLS).filter(([key, as]) => as !== 'development' && !isFound[as](key))
    expect(missing).toEqual([])
  })

  it('that changes something on the server, at a place for those who may do it', () => {
    const at = Object.entries(DONE_AT).flatMap(([english, names]) => names.map((name) => ({ english, name })))
    const changing = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'public')
    // Each has an entry in the search, or a reason to have none.
    const entries = (name: string) => at.filter((one) => one.name === name).map(({ english }) => english)
    expect(changing.filter(({ name }) => entries(name).length === 0 && !(name in NOT_SOUGHT)).map(nameOf)).toEqual([])
    expect(changing.filter(({ name }) => entries(name).length > 0 && name in NOT_SOUGHT).map(nameOf)).toEqual([])
    const known = new Set([...PLACES.map(({ english }) => english), ...OWN_ACTIONS])
    expect(Object.keys(DONE_AT).filter((english) => !known.has(english))).toEqual([])
    // Holders of the right find it.
    const notForThem = changing.flatMap(({ name, permission = null }) =>
      PLACES.filter(
        ({ english, codes }) => permission && codes && entries(name).includes(english) && !codes.includes(permission),
      ).map(({ english }) => ({ name, english })),
    )
    expect(notForThem).toEqual([])
    const names = new Set(endpoints.map(({ name }) => name))
    for (const name of [...at.map((one) => one.name), ...Object.keys(NOT_SOUGHT)]) expect(names).toContain(name)
  })

  it('by an element that is there', () => {
    const text = sourcesBelow('src/app', 'apps').join('\n')
    const there = new Set([...text.matchAll(/\bdata-action="([\w-]+)"/g)].map(([, name]) => name ?? ''))
    for (const kind of Object.values(STRUCTURE_PARTS)) there.add(`add-${kind}`)
    for (const name of ['add-client', 'add-provider']) {
      expect(text).toContain(`'${name}'`)
      there.add(name)
    }
    for (const [, id] of text.matchAll(/\bid="(account-[\w-]+)"/g)) there.add(id ?? '')
    const sought = new Set(PLACES.flatMap(({ action = [] }) => action))
    expect([...sought].filter((name) => !there.has(name))).toEqual([])
    // Of the frame: its tools name these themselves.
    const ofFrame = ['own-menu', 'switch-role', 'arrange-icons']
    const rest = [...there].filter(
      (name) => !name.startsWith('account-') && !sought.has(name) && !ofFrame.includes(name),
    )
    expect(rest).toEqual([])
  })

  it('under names of its own', () => {
    const names = PLACES.map(({ english }) => english)
    expect(new Set(names).size).toBe(names.length)
    const chinese = PLACES.map((place) => place.chinese)
    expect(new Set(chinese).size).toBe(chinese.length)
    for (const { chinese: name, pinyin } of PLACES) {
      const characters = [...name].filter((character) => /\p{Script=Han}/u.test(character))
      expect({ name, syllables: pinyin.split(' ').length }).toEqual({ name, syllables: characters.length })
    }
  })
})

/** Actions of the search itself, without a place. */
const OWN_ACTIONS = ['Theme', 'Messages', 'Language']

const nameOf = ({ name }: { readonly name: string }) => name

/** The first part of a section is at the section's own address too. */
function twinOf(address: string): string {
  const firsts = { '/classes': '/classes/classes', '/attendance': '/attendance/rules' }
  for (const [section, first] of Object.entries(firsts)) {
    if (address === section) return first
    if (address === first) return section
  }
  return address
}
