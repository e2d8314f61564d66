import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { myAppIcons, type IconGroups } from '../../../contract/endpoints/desktop/desktop.ts'
import { resetOrder, saveOrder, type DesktopOrder } from '../../../contract/endpoints/desktop/desktop-order.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { arrangeIcons, orderOf } from '../../../contract/rules/desktop/arrange-icons.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask } from '../../support/callers/call.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function readIcons(browser: TestBrowser): Promise<IconGroups> {
  const { envelope } = await browser.get(session.me.path)
  const { userId, unitId } = z.parse(z.object({ userId: z.string(), unitId: z.string() }), envelope.data)
  const answer = await browser.get(`${myAppIcons.path}?${new URLSearchParams({ userId, unitId })}`)
  return z.parse(myAppIcons.response, answer.envelope.data)
}

const codeOf = async (browser: TestBrowser, endpoint: AnyEndpoint, input: object = {}) =>
  (await ask(browser, endpoint, input)).code
const save = (browser: TestBrowser, groups: unknown) => codeOf(browser, saveOrder, { groups })

/** Turned round, and the last application of all put first. */
function turned(groups: IconGroups): DesktopOrder {
  const order = orderOf(groups).map(({ code, codes }) => ({ code, codes: codes.toReversed() }))
  const moved = order.at(-1)?.codes.pop()
  return order.map((group, at) => (at === 0 && moved ? { ...group, codes: [moved, ...group.codes] } : group))
}

describe('the order of icons', () => {
  it('is kept for the person, in every group and across groups, and seen wherever they sign in next', async () => {
    const teacher = await test.signIn('teacher')
    const before = await readIcons(teacher)
    const order = turned(before)
    expect(await save(teacher, order)).toBe('ok')
    const expected = orderOf(arrangeIcons(before, order))
    expect(orderOf(await readIcons(teacher))).toEqual(expected)
    expect(expected).not.toEqual(orderOf(before))
    const phone = await test.signIn('teacher', { address: '192.0.2.9' })
    expect(orderOf(await readIcons(phone))).toEqual(expected)
    // No other order changed, of the same type in another school or of another type in the same school.
    expect(orderOf(await readIcons(await test.signIn('teacher', { host: 'ginkgo.localhost' })))).toEqual(
      orderOf(before),
    )
    expect(await codeOf(teacher, resetOrder)).toBe('ok')
    expect(orderOf(await readIcons(teacher))).toEqual(orderOf(before))
  })

  it('leaves out what is none of theirs and what comes twice; what it does not name follows', async () => {
    const staff = await test.signIn('staff')
    const before = await readIcons(staff)
    const codes = ['railway', 'scratch', 'railway', '../../etc', 'files']
    expect(await save(staff, [{ code: 'ZDYYYFL-CYYY', codes }])).toBe('ok')
    const [first, ...others] = orderOf(await readIcons(staff))
    const common = before[0]?.iconVMs.map(({ code }) => code).filter((code) => code !== 'files') ?? []
    expect(first).toEqual({ code: 'ZDYYYFL-CYYY', codes: ['railway', 'files', ...common] })
    expect(others.flatMap((group) => group.codes)).not.toContain('railway')
  })

  it('is for teachers and employees alone', async () => {
    for (const name of ['student', 'parent']) {
      const browser = await test.signIn(name)
      expect(await save(browser, [])).toBe('access.denied')
      expect(await codeOf(browser, resetOrder)).toBe('access.denied')
    }
    expect(await save(test.visit(), [])).toBe('session.required')
  })

  it('has limits: groups that there are, codes that could be some, and not more of them than any desktop has', async () => {
    const teacher = await test.signIn('teacher')
    const group = (codes: unknown) => [{ code: 'ZDYYYFL-CYYY', codes }]
    const bad = [
      [{ code: 'MADE-UP', codes: [] }],
      group('files'),
      group([1]),
      group(['']),
      group(['x'.repeat(65)]),
      group(Array.from({ length: 2001 }, (_, at) => `a${at}`)),
      Array.from({ length: 10 }, () => group([])[0]),
      null,
    ]
    for (const groups of bad) expect([groups, await save(teacher, groups)]).toEqual([groups, 'request.invalid'])
    expect(await save(teacher, group(Array.from({ length: 2000 }, (_, at) => `a${at}`)))).toBe('ok')
    expect(await save(teacher, group(Array.from({ length: 2000 }, () => 'x'.repeat(200))))).toBe('request.too_large')
  })
})
