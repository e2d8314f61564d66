import { describe, expect, it } from 'vitest'
import type { Sheet } from '../../../contract/rules/sheets/sheet.ts'
import { sheetHtml } from './sheet-html.ts'

const htmlOf = (...sheets: Sheet[]) => [...sheetHtml(sheets)].join('')

describe('sheets as tables of HTML', () => {
  it('have headings, and say of each cell what it is', () => {
    const sheet: Sheet = {
      name: '一年级 & 1班',
      columns: [{ heading: '姓名' }, { heading: '分数', kind: 'number' }, { heading: '日期', kind: 'date' }],
      rows: [
        ['<b>"李"</b>', 12.5, '2026-11-25'],
        ['=1+1', '缺', null],
      ],
    }
    expect(htmlOf(sheet)).toBe(
      '<table><caption>一年级 &amp; 1班</caption><thead><tr><th>姓名</th><th>分数</th><th>日期</th></tr></thead><tbody>' +
        '<tr><td data-type="text" data-value="&lt;b>&quot;李&quot;&lt;/b>">&lt;b>&quot;李&quot;&lt;/b></td><td data-type="number" data-value="12.5">12.5</td><td data-type="date" data-value="2026-11-25">2026-11-25</td></tr>' +
        '<tr><td data-type="text" data-value="=1+1">=1+1</td><td data-type="text" data-value="缺">缺</td><td></td></tr></tbody></table>',
    )
  })

  it('have merged cells once, among the headings and below', () => {
    const html = htmlOf({
      name: 'a',
      columns: [{ heading: '' }, { heading: '' }],
      headings: [
        ['both', ''],
        ['one', 'two'],
      ],
      merges: [
        { row: 0, column: 0, rows: 1, columns: 2 },
        { row: 2, column: 0, rows: 2, columns: 1 },
      ],
      rows: [
        ['long', 'x'],
        [null, 'y'],
      ],
    })
    expect(html).toContain('<tr><th colspan="2">both</th></tr><tr><th>one</th><th>two</th></tr>')
    expect(html).toContain('<td rowspan="2" data-type="text" data-value="long">long</td>')
    expect(html).toContain('<tr><td data-type="text" data-value="y">y</td></tr></tbody>')
  })
})
