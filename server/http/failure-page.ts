import { errorText } from '../../contract/error-texts.ts'
import { type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { OPEN_SEARCH } from '../../contract/pages.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { dateLocale } from '../../contract/rules/date-locale.ts'
import { escapeHtml } from './escape-html.ts'
import { contentSecurityPolicy, hashInlineElements } from './security.ts'

const STYLE = `:root{color-scheme:light dark;--page:#f5f8fd;--sky:#c8dbf7;--card:#fff;--text:#1d2430;--soft:#4c535e;--blue:#2b58a5;--on:#fff;--p1:#e4edfb;--p2:#c6d8f5;--p4:#739de2;--p5:#457cd6}
@media (prefers-color-scheme:dark){:root{--page:#101620;--sky:#182232;--card:#1a212c;--text:#e3e8f0;--soft:#a9b4c4;--blue:#74a2ec;--on:#101620;--p1:#223148;--p2:#2e456a;--p4:#3c609b;--p5:#5185d9}}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:var(--text);background:linear-gradient(172deg,var(--sky),var(--page) 60%)}
main{max-width:30rem;margin:1.5rem;padding:2.5rem 2rem;text-align:center;background:var(--card);border-radius:16px;box-shadow:0 8px 28px #141e3222}
svg{width:200px;height:150px;max-width:100%;fill:none;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.g{fill:var(--p1)}.c{fill:var(--card);stroke:var(--p4)}.s{fill:var(--p2)}.a{fill:var(--p5)}.l{stroke:var(--p4)}.d{stroke:var(--p4);stroke-dasharray:4 4}
h1{margin:.5rem 0 0;font-size:22px;line-height:1.25;font-weight:600}p{margin:.5rem 0 0;color:var(--soft)}nav{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin-top:1.5rem}
a{display:inline-flex;gap:6px;align-items:center;min-height:44px;padding:0 18px;font-weight:600;color:var(--blue);text-decoration:none;border:1px solid var(--p4);border-radius:8px}a.main{color:var(--on);background:var(--blue);border-color:var(--blue)}a:hover{text-decoration:underline}a:focus-visible{outline:2px solid var(--blue);outline-offset:2px}`

/** A signpost with one dashed arm, in the style of the interface's empty states. */
const SIGNPOST =
  '<svg viewBox="0 0 160 120" aria-hidden="true"><ellipse class="g" cx="80" cy="104" rx="62" ry="8"/><path class="l" d="M80 22v82"/>' +
  '<path class="c" d="M46 30h52l14 11-14 11H46a4 4 0 0 1-4-4V34a4 4 0 0 1 4-4z"/><path class="l" d="M54 41h30"/>' +
  '<path class="d" d="M114 60H66L52 71l14 11h48a4 4 0 0 0 4-4V64a4 4 0 0 0-4-4z"/><circle class="a" cx="80" cy="20" r="5"/>' +
  '<path class="s" d="M66 104c0-6 6-10 14-10s14 4 14 10z"/></svg>'

/** Since when a unit is archived, as a day in both languages. The server knows no time zone of its visitors. */
function sinceWhen(error: unknown): string {
  const { since } = Object(error instanceof PortalError ? error.data : undefined)
  if (typeof since !== 'string') return ''
  const day = (language: string) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(
      new Date(since),
    )
  return `<p>归档日期：${day('zh-CN')} <span lang="en">Archived on ${day('en')}</span></p>`
}

/** Codes of hosts without a unit in use, at which a link to the start page would lead nowhere. */
const WITHOUT_START = new Set<ErrorCode>(['tenant.unknown_host', 'tenant.suspended', 'tenant.archived'])

/** What the page tells a user who opened the address of a file to do, by the status of the code. */
const WAYS_ON: Readonly<Record<number, readonly [zh: string, en: string]>> = {
  401: [
    '没有下载任何内容。请先在桌面登录，再重新打开这个地址。',
    'Nothing was downloaded. Sign in on the desktop, then open this address again.',
  ],
  403: [
    '没有下载任何内容。如果需要这个文件，请联系学校的管理员。',
    'Nothing was downloaded. If you need this file, ask an administrator of the school.',
  ],
  404: [
    '没有下载任何内容。文件可能已被删除，或者不再与你共享；请联系给你这个地址的人。',
    'Nothing was downloaded. The file may have been deleted, or is no longer shared with you; ask whoever gave you the address.',
  ],
}
const LATER = [
  '没有下载任何内容。请稍后重新打开这个地址。',
  'Nothing was downloaded. Open this address again later.',
] as const

/** The page that a window shows after a failure. `download`: the address of the file that was asked for. */
export function failurePage(code: ErrorCode, error: unknown, download?: string): string {
  const [zh, en, status] = [errorText(code, 'zh-CN'), errorText(code, 'en'), errorStatus(code)]
  const home = '<a class="main" href="/">回到桌面 <span lang="en">Desktop</span></a>'
  const search = `<a href="/?${OPEN_SEARCH}">搜索 <span lang="en">Search</span></a>`
  const again = `<a href="${escapeHtml(download ?? '')}">重新打开 <span lang="en">Open again</span></a>`
  const other = download !== undefined ? again : code === 'request.not_found' ? search : ''
  const ways = WITHOUT_START.has(code) ? '' : `<nav>${home}${other}</nav>`
  const [hintZh, hintEn] = WAYS_ON[status === 410 ? 404 : status] ?? LATER
  const hint = download === undefined ? '' : `<p>${hintZh}</p><p lang="en">${hintEn}</p>`
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${zh} · ${en}</title><style>${STYLE}</style></head>
<body><main>${SIGNPOST}<h1>${zh}</h1><p lang="en">${en}</p>${sinceWhen(error)}${hint}${ways}</main></body>
</html>
`
}

export const failurePagePolicy = contentSecurityPolicy(hashInlineElements(`<style>${STYLE}</style>`))
