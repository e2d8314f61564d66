import { type ErrorCode, errorTexts } from '../../../contract/errors.ts'
import { hashInlineElements } from './inline-hashes.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#1d2430;background:linear-gradient(172deg,#c8dbf7,#e3edfb 40%,#f5f8fd)}
main{max-width:30rem;margin:1.5rem;padding:2.5rem 2rem;text-align:center;background:#fff;border-radius:16px;box-shadow:0 8px 28px #141e3222}
svg{width:96px;height:72px;margin-bottom:1rem}h1{margin:0;font-size:20px;font-weight:600}p{margin:.75rem 0 0;color:#4c535e}a{color:#2b58a5}`

const SIGNPOST =
  '<svg viewBox="0 0 96 72" aria-hidden="true"><path fill="#a2c1f0" d="M44 6h8v62h-8z"/><path fill="#457cd6" d="M14 14h58l12 11-12 11H14z"/><path fill="#c8dbf7" d="M82 42H30L18 51l12 9h52z"/></svg>'

/** A page of one sentence in both languages, for a person at an address that the portal's document cannot answer. */
export function failurePage(code: ErrorCode): string {
  const { zh, en } = errorTexts[code]
  // At an address without a school there is no first page to lead to.
  const back = code === 'tenant.unknown_host' ? '' : '<p><a href="/">回到首页 <span lang="en">Home</span></a></p>'
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${zh} · ${en}</title><style>${STYLE}</style></head>
<body><main>${SIGNPOST}<h1>${zh}</h1><p lang="en">${en}</p>${back}</main></body>
</html>
`
}

/** The policy for these pages: their one style, and nothing else inline. */
export const failurePagePolicy = contentSecurityPolicy(hashInlineElements(`<style>${STYLE}</style>`))
