import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let asked: URL[]

function answer(...bodies: (() => Promise<Response>)[]): void {
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://localhost'))
    const next = bodies.length > 1 ? bodies.shift() : bodies[0]
    return next ? next() : Promise.reject(new TypeError('no answer was prepared'))
  })
}

const tree = (...codes: string[]) => {
  const data = codes.map((code) => ({ code, name: code, children: [] }))
  return () => Promise.resolve(Response.json({ status: 200, code: 'ok', message: '', data }))
}

/** As after a reload: nothing is kept. */
async function freshLoad() {
  vi.resetModules()
  return (await import('./load-permissions.ts')).loadPermissions
}

beforeEach(() => {
  asked = []
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the tree of an application is asked for once until the page is loaded again', async () => {
  answer(tree('base_area_user'))
  const loadPermissions = await freshLoad()
  const [first, second] = await Promise.all([loadPermissions('base'), loadPermissions('base')])
  expect([...first].toSorted()).toEqual(['base_area_user', 'base_user'])
  expect(second).toBe(first)
  await loadPermissions('base')
  expect(asked.map(({ searchParams }) => searchParams.get('code'))).toEqual(['base'])
  await loadPermissions('files')
  expect(asked).toHaveLength(2)
})

test('a failure is no permission, and the next who asks tries again', async () => {
  answer(() => Promise.reject(new TypeError('offline')), tree('files_upload'))
  const loadPermissions = await freshLoad()
  expect([...(await loadPermissions('files'))]).toEqual([])
  expect([...(await loadPermissions('files'))]).toEqual(['files_upload'])
})
