import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { themeCss, modulePack, sharedPack } from './endpoints/language.ts'
import * as limits from './limits.ts'

const MB = 1024 * 1024
const DAY = 24 * 3_600_000

/** Rows of section 9 of the page of the specification, made from the values of the code. */
const ROWS = [
  `Request timeout: ${limits.REQUEST_TIMEOUT.toLocaleString('en')} ms`,
  `Default chunk size: ${limits.CHUNK_SIZE / MB} MB`,
  `MD5 read slice: ${limits.MD5_SLICE / MB} MB`,
  `Default upload serverid: '${limits.DEFAULT_SERVER_ID}'`,
  `Image compression quality: ${limits.IMAGE_QUALITY}`,
  `Default compress max: ${limits.IMAGE_MAX_SIDE}x${limits.IMAGE_MAX_SIDE}`,
  `Auto-login: at most ${limits.AUTO_LOGIN_ATTEMPTS} attempts`,
  `Recent applications of a user: at most ${limits.RECENT_APPS}`,
  `Default page size: ${limits.PAGE_SIZE}`,
  `Popup page size: ${limits.POPUP_PAGE_SIZE}`,
  `Popup auto-close: ${limits.POPUP_AUTO_CLOSE / 1000} s`,
  `Message notification: ${limits.NOTICE_DURATION} ms`,
  `Expiry 'soon': ${limits.EXPIRY_SOON / DAY} days`,
  `Zoom warning: outside ${limits.ZOOM_MIN_PERCENT} to ${limits.ZOOM_MAX_PERCENT} percent`,
  `Zoom warning: shown ${limits.ZOOM_NOTICE_DURATION} ms`,
  `Export button: released after about ${limits.EXPORT_RELEASE} ms`,
  `Voice recording: at most ${limits.VOICE.longest / 1000} s`,
  `Voice long-press delay: ${limits.VOICE.longPress} ms`,
  `Voice hint: ${limits.VOICE.hint / 1000} s`,
  `Top menu: at most ${limits.MENU_MAX_ICONS} icons`,
  `Top menu: icon width ${limits.MENU_ICON_WIDTH} px`,
  `Top menu: container at most ${limits.MENU_MAX_WIDTH}, and ${limits.MENU_MAX_WIDTH_STAFF} for staff of unit type 2`,
  `Bell cap: ${limits.BELL_CAP}+`,
  `Importance colours: ${limits.IMPORTANCE_MIN} to ${limits.IMPORTANCE_MAX}`,
  `Resize handler throttle: ${limits.RESIZE_THROTTLE} ms`,
  `Default theme colour: ${limits.DEFAULT_THEME_COLOR}`,
  `Languages: ${limits.LANGUAGES.join(' and ')}`,
  `Layout breakpoints: ${limits.PC_BREAKPOINT} and ${limits.IPAD_BREAKPOINT}`,
  `Default scrollbar width: ${limits.SCROLLBAR_WIDTH}`,
  `Scrollbar step: ${limits.SCROLLBAR_STEP}`,
  `About dialog width: ${limits.ABOUT_WIDTH}px`,
  `Copyright start year: ${limits.COPYRIGHT_START_YEAR}`,
  `Number units: ${limits.NUMBER_UNITS.join(', ')}`,
  `Load-more scroll threshold: ${limits.LOAD_MORE_THRESHOLD}`,
  `Ignored app codes: ${limits.IGNORED_APP_CODES.join(', ')}`,
  `Face capture: ${limits.FACE_CAPTURE_SIDE}x${limits.FACE_CAPTURE_SIDE} when the body is wider than ${limits.FACE_WIDE_BODY}px, else the size of the screen`,
  `Face countdown (waitTime): ${limits.FACE_COUNTDOWN_SECONDS} s`,
  `Face tracking timeout: ${limits.FACE_TIMEOUT / 1000} s`,
  `Face capture trigger: more than ${limits.FACE_FRAMES} matching frames`,
  `A face is accepted within ${limits.FACE_TOLERANCE} px of the guide in position and size`,
  `Dialog: default width ${limits.DIALOG.width}, top ${limits.DIALOG.top}`,
  `Dialog: starting z-index ${limits.DIALOG.zIndex}`,
  `Dialog: body at most as high as the window less ${limits.DIALOG.heightReserve}px`,
  `Colour picker: default ${limits.PICKER_COLOR}`,
  `Interface kit version shown: ${limits.KIT_VERSION}`,
]

it('the values of the code are those that the page of the specification states', () => {
  const page = readFileSync(new URL('../docs/develop/specification.md', import.meta.url), 'utf8')
  expect(ROWS.filter((row) => !page.includes(`\n| ${row} |`))).toEqual([])
})

it('language files and theme styles skip the interceptor and are cached', () => {
  for (const { noIntercept, cache } of [sharedPack, modulePack, themeCss])
    expect([noIntercept, cache]).toEqual([true, 'http'])
})
