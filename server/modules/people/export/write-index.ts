import { escapeHtml } from '../../../http/escape-html.ts'
import { NOT_EXPORTED } from '../personal-data.ts'
import type { CollectedRecord } from './collect-record.ts'

interface IndexFacts {
  readonly name: string
  readonly school: string
  readonly at: string
  /** Files of the person's whose bytes are beyond the limit. */
  readonly beyond: number
  readonly limit: string
}

/** The page of an export that explains its files, in both languages. */
export function writeIndex({ files }: CollectedRecord, photos: number, facts: IndexFacts): string {
  const { name, school, at, beyond, limit } = facts
  const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const both = ({ zh, en }: { zh: string; en: string }) => `${escapeHtml(zh)}<br><small>${escapeHtml(en)}</small>`
  const listed = files.map((file) =>
    row([`<a href="${escapeHtml(file.name)}">${escapeHtml(file.name)}</a>`, both(file.text), String(file.rows)]),
  )
  const left = Object.entries(NOT_EXPORTED).map(([column, text]) => row([escapeHtml(column), both(text)]))
  const notes = [
    {
      zh: '日期和时间为世界协调时（UTC）。JSON 文件按数据表分列；CSV 文件内容相同，便于用表格软件打开。',
      en: 'Dates and times are in UTC. JSON files have a list for each table; CSV files have the same for spreadsheet programs.',
    },
    ...(photos > 0
      ? [{ zh: `人脸照片 ${photos} 张，在 face 文件夹。`, en: `Face photos: ${photos}, in the folder face.` }]
      : []),
    ...(beyond > 0
      ? [
          {
            zh: `有 ${beyond} 个文件超出 ${limit} 的上限，只列出名称。`,
            en: `${beyond} files exceed the limit of ${limit} and are listed by name only.`,
          },
        ]
      : []),
    {
      zh: '密码、密钥和人脸特征本身不在其中，学校也无法读出密码。',
      en: 'Passwords, keys and the template of a face are not included; the school cannot read passwords either.',
    },
  ]
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccc;padding:.4rem;text-align:left;vertical-align:top}small{color:#555}</style>
<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(school)} · ${escapeHtml(at)}</p>
${notes.map((note) => `<p>${both(note)}</p>`).join('\n')}
<h2>文件 Files</h2>
<table><tr><th>文件 File</th><th>内容 Content</th><th>条数 Rows</th></tr>
${listed.join('\n')}
</table>
<h2>未包含 Left out</h2>
<table><tr><th>数据 Data</th><th>原因 Reason</th></tr>
${left.join('\n')}
</table>
</html>
`
}
