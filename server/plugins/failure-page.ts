import type { ErrorCode } from '../../contract/errors.ts'
import { errorTexts } from '../../contract/errors.ts'

/** A page of one sentence in both languages, for a person at an address that the portal's document cannot answer. */
export function failurePage(code: ErrorCode): string {
  const { zh, en } = errorTexts[code]
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${zh} · ${en}</title></head>
<body><main><p>${zh}</p><p lang="en">${en}</p></main></body>
</html>
`
}
