import { describe, expect, it } from 'vitest'
import { applicationPath, desktopPath, isPagePath, pageOf, settingsPath } from './pages.ts'

const PAGES = [
  '/',
  '/index.html',
  '/login',
  '/login/',
  '/forgetPassword',
  '/needtologinpagerelogin',
  '/authorize',
  '/web/authorize/',
  '/pages/authorize.html',
  '/oauth_authorize/entry',
  '/redirect/attendance',
  '/bind/',
  '/setup',
  '/pages/login/pc_bind_all/index.html',
  '/pages/base/pc_desktop_all/index.html',
  '/pages/base/mobile_desktop_all/index.html',
  '/area/areaBase/pc_areaDesktop_all/index.html',
  '/pc_desktop_all.html',
  '/mobile_desktop_all.html',
  '/pages/files/pc_files_tm/index.html',
  '/pages/files/pc_files_spm/index.html',
  '/pages/files/mobile_files_spm/index.html',
  '/area/roster/pc_roster_pre/index.html',
  '/pages/app/pc_app_tm/index.html',
  '/pc_files_tm.html',
  '/mobile_my_app_pre.html',
  '/pages/base/pc_files_pre/index.html',
  '/school/base/pc_roster_tm/index.html',
  '/desktop/setting',
  '/pages/areaDesktop/setting',
]

const NOT_PAGES = [
  '/robots.txt',
  '/favicon.ico',
  '/sw.js',
  '/manifest.webmanifest',
  '/unknown',
  '/login/other',
  '/login.php',
  '/wp-admin/setup.html',
  '/assets/index-abc.js',
  '/assets/authorize',
  '/api/uaa/authorize',
  '/zuul/api/authorize',
  '/common/authorize/',
  '/authorize.js',
  '/pages/authorize/app.css',
  '/pages/files/pc_files_tm/index.js',
  '/pages/files/manifest.json',
  '/pages/files/pc_files_other/index.html',
  '/files/manifest.json',
  '//login',
  '/../login/../etc/passwd',
  '',
]

describe('isPagePath', () => {
  it.each(PAGES)('takes %s for a page', (pathname) => {
    expect(isPagePath(pathname)).toBe(true)
  })

  it.each(NOT_PAGES)('does not take %s for a page', (pathname) => {
    expect(isPagePath(pathname)).toBe(false)
  })

  it('answers for very long paths too', () => {
    expect(isPagePath(`/${'a/'.repeat(20_000)}x`)).toBe(false)
    expect(isPagePath(`/pc_${'a_'.repeat(20_000)}x.html`)).toBe(false)
  })
})

describe('pageOf', () => {
  it.each([
    ['/', { kind: 'home' }],
    ['/login/', { kind: 'login' }],
    ['/needtologinpagerelogin', { kind: 'relogin' }],
    ['/forgetPassword', { kind: 'forgot-password' }],
    ['/web/authorize/', { kind: 'authorize' }],
    ['/pages/attendance/station', { kind: 'station' }],
    ['/redirect/files', { kind: 'redirect', app: 'files' }],
    ['/pages/login/pc_bind_all/index.html', { kind: 'bind' }],
    ['/pages/base/mobile_desktop_all/index.html', { kind: 'desktop', form: 'mobile', area: false }],
    ['/area/areaBase/pc_areaDesktop_all/index.html', { kind: 'desktop', form: 'pc', area: true }],
    ['/pages/base/pc_desktop_all/index.html', { kind: 'desktop', form: 'pc', area: false }],
    ['/pc_desktop_all.html', { kind: 'desktop', form: 'pc', area: false }],
    ['/mobile_desktop_all.html', { kind: 'desktop', form: 'mobile', area: false }],
    ['/bind/', { kind: 'bind' }],
    ['/desktop/setting', { kind: 'settings', area: false }],
    ['/pages/areaDesktop/setting', { kind: 'settings', area: true }],
    ['/pages/files/mobile_files_spm/index.html', { kind: 'application', code: 'files', form: 'mobile', idPath: 'spm' }],
    ['/area/roster/pc_roster_pre/index.html', { kind: 'application', code: 'roster', form: 'pc', idPath: 'pre' }],
    // Deploy path, id of the service, and page.
    ['/pages/base/pc_files_pre/index.html', { kind: 'application', code: 'files', form: 'pc', idPath: 'pre' }],
    ['/pages/app/pc_app_tm/index.html', { kind: 'application', code: 'app', form: 'pc', idPath: 'tm' }],
    ['/mobile_my_app_pre.html', { kind: 'application', code: 'my_app', form: 'mobile', idPath: 'pre' }],
    ['/pc_files_tm.html', { kind: 'application', code: 'files', form: 'pc', idPath: 'tm' }],
  ])('knows what %s is', (path, page) => {
    expect(pageOf(path)).toEqual(page)
  })

  it('finds the paths that are built', () => {
    expect(pageOf(desktopPath('1', 'mobile'))).toEqual({ kind: 'desktop', form: 'mobile', area: true })
    expect(pageOf(settingsPath('1'))).toEqual({ kind: 'settings', area: true })
    expect(pageOf(settingsPath('2'))).toEqual({ kind: 'settings', area: false })
    expect(pageOf(applicationPath('roster', 'area', 'spm', 'pc'))).toEqual({
      kind: 'application',
      code: 'roster',
      form: 'pc',
      idPath: 'spm',
    })
  })
})
