import { expect, test, vi } from 'vitest'
import { addStaticRoutes, assetRoutes, CALL_ROUTES, type RoutingRule } from './static-routes.ts'

test('only the precached hashed files are taken straight from their cache', () => {
  const rules = assetRoutes(
    ['/login', '/assets/index-a1.js', '/files/manifest.json', '/assets/odd(name)+b2.css'],
    'the-cache',
  )
  expect(rules).toEqual([
    {
      condition: {
        or: [
          { urlPattern: { pathname: '/assets/index-a1.js' } },
          { urlPattern: { pathname: String.raw`/assets/odd\(name\)\+b2.css` } },
        ],
      },
      source: { cacheName: 'the-cache' },
    },
  ])
})

test('without hashed files there is no rule', () => {
  expect(assetRoutes(['/login'], 'the-cache')).toEqual([])
})

test('the logo is asked before the calls below whose path it lies', () => {
  expect(CALL_ROUTES[0]).toEqual({
    condition: { urlPattern: { pathname: '/api/storage/show/unit/*' } },
    source: 'fetch-event',
  })
})

test('a browser that refuses the rules, or knows none, does not stop the installation', async () => {
  const addRoutes = vi.fn<(rules: readonly RoutingRule[]) => Promise<void>>(() =>
    Promise.reject(new TypeError('too many')),
  )
  await addStaticRoutes({ addRoutes }, CALL_ROUTES)
  expect(addRoutes).toHaveBeenCalledWith(CALL_ROUTES)
  await expect(addStaticRoutes({}, CALL_ROUTES)).resolves.toBeUndefined()
})
