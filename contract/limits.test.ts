import { expect, it } from 'vitest'
import { themeCss, modulePack, sharedPack } from './endpoints/language.ts'
import * as limits from './limits.ts'

const MB = 1024 * 1024

// The values of section 9 of the specification: what depends on them follows them, so only their own test notices another value.
it.each([
  ['request timeout', limits.REQUEST_TIMEOUT, 1_200_000],
  ['chunk size and MD5 read slice', [limits.CHUNK_SIZE, limits.MD5_SLICE], [2 * MB, 2 * MB]],
  ['default serverid', limits.DEFAULT_SERVER_ID, 'base'],
  ['image compression', [limits.IMAGE_QUALITY, limits.IMAGE_MAX_SIDE], [0.8, 500]],
  ['automatic sign-ins', limits.AUTO_LOGIN_ATTEMPTS, 4],
  ['recent applications', limits.RECENT_APPS, 10],
  ['page size', limits.PAGE_SIZE, 30],
  ['pop-up of to-dos', [limits.POPUP_PAGE_SIZE, limits.POPUP_AUTO_CLOSE], [3, 15_000]],
  ['notice', limits.NOTICE_DURATION, 2000],
  ['modules that expire soon', limits.EXPIRY_SOON, 90 * 24 * 3_600_000],
  ['zoom warning', [limits.ZOOM_MIN_PERCENT, limits.ZOOM_MAX_PERCENT, limits.ZOOM_NOTICE_DURATION], [80, 120, 5000]],
  ['release of the export button', limits.EXPORT_RELEASE, 800],
  ['voice', limits.VOICE, { longPress: 200, longest: 60_000, hint: 3000 }],
  [
    'top menu',
    [limits.MENU_MAX_ICONS, limits.MENU_ICON_WIDTH, limits.MENU_MAX_WIDTH, limits.MENU_MAX_WIDTH_STAFF],
    [10, 60, 672, 780],
  ],
  ['bell cap', limits.BELL_CAP, 99],
  ['importance', [limits.IMPORTANCE_MIN, limits.IMPORTANCE_MAX], [1, 5]],
  ['resize handler', limits.RESIZE_THROTTLE, 50],
  ['default theme colour', limits.DEFAULT_THEME_COLOR, '#457CD6'],
  ['layout breakpoints', [limits.PC_BREAKPOINT, limits.IPAD_BREAKPOINT], [1024, 400]],
  ['scroll bar', [limits.SCROLLBAR_WIDTH, limits.SCROLLBAR_STEP], [10, 15]],
  ['about dialog', [limits.ABOUT_WIDTH, limits.COPYRIGHT_START_YEAR], [650, 2012]],
  ['face capture', [limits.FACE_CAPTURE_SIDE, limits.FACE_WIDE_BODY, limits.FACE_COUNTDOWN_SECONDS], [480, 760, 3]],
  [
    'face tracking',
    [limits.FACE_TIMEOUT, limits.FACE_FRAMES, limits.FACE_TOLERANCE, limits.FACE_GUIDE_WIDTH_RATIO],
    [15_000, 8, 50, 0.35],
  ],
  ['dialog', limits.DIALOG, { width: '60%', top: '15%', zIndex: 1500, heightReserve: 180 }],
  ['colour picker', limits.PICKER_COLOR, '#000'],
  ['version of the kit', limits.KIT_VERSION, '1.6.0'],
])('the value of section 9: %s', (_, value, specified) => {
  expect(value).toEqual(specified)
})

it('language files and theme styles skip the interceptor and are cached', () => {
  for (const { noIntercept, cache } of [sharedPack, modulePack, themeCss])
    expect([noIntercept, cache]).toEqual([true, 'http'])
})
