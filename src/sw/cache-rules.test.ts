import { describe, expect, test } from 'vitest'
import { CACHE_LIMITS, findCacheKind, isOutdatedCache } from './cache-rules.ts'

const ORIGIN = 'https://riverside.example'

function kindOf(path: string, init: RequestInit & { mode?: string } = {}) {
  const { mode = 'cors', method = 'GET', headers } = init
  return findCacheKind({ url: new URL(path, ORIGIN).href, method, mode, headers: new Headers(headers) }, ORIGIN)
}

describe('the kind of a request', () => {
  test.each([
    '/',
    '/login',
    '/login/',
    '/login?redirect_uri=%2Fpages',
    '/pages/base/pc_desktop_all/index.html',
    '/pages/files/pc_files_tm/index.html?x=1',
    '/redirect/files',
  ])('navigating to the page %s gives the document', (path) => {
    expect(kindOf(path, { mode: 'navigate' })).toBe('document')
  })

  test.each([
    '/robots.txt',
    '/healthz',
    '/api/uaa/oauth/me',
    '/icons/portal-192.png',
    '/assets/x.js',
    '/unknown/file.pdf',
  ])('navigating to %s, which is no page, goes to the network', (path) => {
    expect(kindOf(path, { mode: 'navigate' })).toBeNull()
  })

  test.each([
    ['/common/plugins/common-ph/1.0.0/lang/en-ph.json', 'language'],
    ['/pages/files/lang/en-files.json', 'language'],
    ['/common/plugins/theme/1.0.0/ink.css', 'theme'],
    ['/common/plugins/theme/1.0.0/ink-dark.svg', 'theme'],
    ['/api/storage/show/unit/riverside', 'logo'],
    ['/icons/apps/files.svg', 'icon'],
    ['/api/base/application/picture/00ff', 'icon'],
    ['/api/base/application', null],
    ['/files/manifest.json?_t=1763600000000', 'application'],
    ['/assets/index-abc123.js', 'asset'],
    ['/common/plugins/face/1/weights.bin', 'asset'],
  ])('%s is of the kind %s', (path, kind) => {
    expect(kindOf(path)).toBe(kind)
  })

  test.each([
    '/api/uaa/oauth/me',
    '/api/uaa/oauth/login/unit_config',
    '/api/base/desktop/my_app_icon',
    '/api/storage/show/file/f1',
    '/api/base/role/user/u1/XX_SYS_/base',
    '/api/x/lang/y.json',
    '/zuul/api/storage/upload',
    '/healthz',
    '/robots.txt',
    '/sw.js',
    '/manifest.webmanifest',
    '/login',
  ])('fetching %s goes to the network', (path) => {
    expect(kindOf(path)).toBeNull()
  })

  test('a form sent to a page goes to the network', () => {
    expect(kindOf('/login', { mode: 'navigate', method: 'POST' })).toBeNull()
  })

  test('part of a file is never kept', () => {
    expect(kindOf('/assets/film.bin', { headers: { range: 'bytes=0-99' } })).toBeNull()
  })

  test('another origin is never touched', () => {
    expect(kindOf('https://elsewhere.example/assets/a.js')).toBeNull()
    expect(kindOf('https://elsewhere.example/login', { mode: 'navigate' })).toBeNull()
  })
})

describe('an outdated cache', () => {
  test('is one of ours that no kind uses', () => {
    expect(isOutdatedCache('school-portal-icon-0')).toBe(true)
    expect(isOutdatedCache('school-portal-pictures-1')).toBe(true)
  })

  test('is neither one in use, nor the precache, nor somebody else’s', () => {
    for (const { cacheName } of Object.values(CACHE_LIMITS)) expect(isOutdatedCache(cacheName)).toBe(false)
    expect(isOutdatedCache('school-portal-precache-v2-https://riverside.example/')).toBe(false)
    expect(isOutdatedCache('another-application')).toBe(false)
  })
})
