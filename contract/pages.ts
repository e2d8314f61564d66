/**
 * The addresses that answer with the portal's one document (section 2 of the specification, routes and pages). The server and the client ask
 * the same function, so that an unknown file path is never mistaken for a page.
 */

/** One path segment: a root, an application's code, a server's id. */
const SEGMENT = '[\\w.-]+'
/** Which shell a page is drawn for. */
const DEVICE = '(?:pc|mobile)'
/** `pre`, or the user's id path. */
const ID_PATH = '(?:pre|tm|spm)'

const PAGE_FORMS: readonly RegExp[] = [
  /^\/$/,
  /^\/index\.html$/,
  /^\/(?:login|forgetPassword|needtologinpagerelogin|bind)\/?$/,
  new RegExp(`^/redirect/${SEGMENT}/?$`),
  new RegExp(`^/${SEGMENT}/login/${DEVICE}_bind_all/index\\.html$`),
  new RegExp(`^/${SEGMENT}/(?:base|areaBase)/${DEVICE}_(?:desktop|areaDesktop)_all/index\\.html$`),
  new RegExp(`^/${DEVICE}_desktop_all\\.html$`),
  new RegExp(`^/${SEGMENT}/${SEGMENT}/${DEVICE}_\\w[\\w-]*_${ID_PATH}/index\\.html$`),
  new RegExp(`^/${DEVICE}_\\w[\\w-]*_${ID_PATH}\\.html$`),
  new RegExp(`^(?:/${SEGMENT})*/(?:desktop|areaDesktop)/setting/?$`),
]

/** Third-party authorization: any page path containing `authorize`, be it a folder, `…/authorize` or `…/authorize.html`. */
const AUTHORIZE = /authorize/i
const PAGE_ENDING = /(?:\/|\/[^/.]+|\.html)$/

/** Addresses below which only calls and built files live. */
const NEVER_PAGES = /^\/(?:api|zuul|assets|common)\//

/** Whether a path (without query and fragment) is a page of the portal, and so is answered with its document. */
export function isPagePath(pathname: string): boolean {
  if (NEVER_PAGES.test(pathname)) return false
  if (PAGE_FORMS.some((form) => form.test(pathname))) return true
  return AUTHORIZE.test(pathname) && PAGE_ENDING.test(pathname)
}
