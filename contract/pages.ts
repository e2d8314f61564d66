import type { UnitType } from './fields.ts'

/** The page of a path; other paths are files or nothing. Client, server and service worker share this table. */
export type Page =
  | { kind: 'home' }
  | { kind: 'login' }
  | { kind: 'relogin' }
  | { kind: 'forgot-password' }
  | { kind: 'authorize' }
  /** A third party's request to sign its user out of the portal. */
  | { kind: 'logout' }
  | { kind: 'redirect'; app: string }
  | { kind: 'bind' }
  | { kind: 'desktop'; form: 'pc' | 'mobile'; area: boolean }
  | { kind: 'settings'; area: boolean }
  | { kind: 'station' }
  /** The first run, which needs no unit. */
  | { kind: 'setup' }
  /** Where guardians find their child by a code on paper. */
  | { kind: 'join' }
  | { kind: 'application'; code: string; form: 'pc' | 'mobile'; idPath: 'tm' | 'spm' | 'pre' }

/** One path segment: a root, a server's id. */
const SEGMENT = '[\\w.-]+'
const CODE = '[\\w-]+'
const FORM = '(?<form>pc|mobile)'
/** The user's id path, or `pre`. */
const ID_PATH = '(?<idPath>tm|spm|pre)'

const formOf = (form: string | undefined): 'pc' | 'mobile' => (form === 'mobile' ? 'mobile' : 'pc')

const desktop = ({ form, area }: Record<string, string | undefined>): Page => ({
  kind: 'desktop',
  form: formOf(form),
  area: area !== undefined,
})

const application = ({ form, code = '', idPath }: Record<string, string | undefined>): Page => ({
  kind: 'application',
  code,
  form: formOf(form),
  idPath: idPath === 'spm' || idPath === 'pre' ? idPath : 'tm',
})

const forms: readonly (readonly [RegExp, (groups: Record<string, string | undefined>) => Page])[] = [
  [/^\/(?:index\.html)?$/, () => ({ kind: 'home' })],
  [/^\/login\/?$/, () => ({ kind: 'login' })],
  [/^\/needtologinpagerelogin\/?$/, () => ({ kind: 'relogin' })],
  [/^\/forgetPassword\/?$/, () => ({ kind: 'forgot-password' })],
  [new RegExp(`^/redirect/(?<app>${SEGMENT})/?$`), ({ app = '' }) => ({ kind: 'redirect', app })],
  [/^\/setup\/?$/, () => ({ kind: 'setup' })],
  [/^\/join\/?$/, () => ({ kind: 'join' })],
  [/^\/oidc\/logout\/?$/, () => ({ kind: 'logout' })],
  [/^\/bind\/?$/, () => ({ kind: 'bind' })],
  [new RegExp(`^/${SEGMENT}/login/(?:pc|mobile)_bind_all/index\\.html$`), () => ({ kind: 'bind' })],
  [new RegExp(`^/${SEGMENT}/base/${FORM}_desktop_all/index\\.html$`), desktop],
  [new RegExp(`^/${SEGMENT}/(?<area>areaBase)/${FORM}_areaDesktop_all/index\\.html$`), desktop],
  [new RegExp(`^/${FORM}_desktop_all\\.html$`), desktop],
  [new RegExp(`^(?:/${SEGMENT})*/desktop/setting/?$`), () => ({ kind: 'settings', area: false })],
  [new RegExp(`^(?:/${SEGMENT})*/areaDesktop/setting/?$`), () => ({ kind: 'settings', area: true })],
  // The tablet for clocking in.
  [new RegExp(`^(?:/${SEGMENT})*/attendance/station/?$`), () => ({ kind: 'station' })],
  [new RegExp(`^(?:/${SEGMENT}){1,3}/${FORM}_(?<code>${CODE})_${ID_PATH}/index\\.html$`), application],
  [new RegExp(`^/${FORM}_(?<code>${CODE})_${ID_PATH}\\.html$`), application],
  // Third-party authorization: any page path containing the word, as a folder, `…/authorize` or `…/authorize.html`.
  [/^\/(?=.*authorize)(?:[\w.-]+\/)*(?:[\w-]+(?:\.html)?)?$/i, () => ({ kind: 'authorize' })],
]

/** Below these there are only calls and built files. */
const NEVER_PAGES = /^\/(?:api|zuul|assets|common|icons)\//

/** The page at a path (without query or hash), or null. */
export function pageOf(pathname: string): Page | null {
  if (NEVER_PAGES.test(pathname)) return null
  for (const [form, build] of forms) {
    const match = form.exec(pathname)
    if (match) return build({ ...match.groups })
  }
  return null
}

/** Says why a unit is not in use; no page of the client. */
export const SUSPENDED_PATH = '/suspended'

/** Whether a path is answered with the portal's document. */
export function isPagePath(pathname: string): boolean {
  return pageOf(pathname) !== null
}

/** The path of the desktop for a unit type and a layout. */
export function desktopPath(unitType: UnitType, form: 'pc' | 'mobile'): string {
  return unitType === '1'
    ? `/area/areaBase/${form}_areaDesktop_all/index.html`
    : `/pages/base/${form}_desktop_all/index.html`
}

/** The path of a user's own settings for a unit type. */
export function settingsPath(unitType: UnitType): string {
  return unitType === '1' ? '/area/areaBase/areaDesktop/setting' : '/pages/base/desktop/setting'
}

/** The path of a bundled application's page. */
export function applicationPath(
  code: string,
  deployPath: string,
  idPath: 'tm' | 'spm' | 'pre',
  form: 'pc' | 'mobile',
): string {
  return `/${deployPath}/${code}/${form}_${code}_${idPath}/index.html`
}

/** In the query of an address: the portal opens its search there. */
export const OPEN_SEARCH = 'open=search'
