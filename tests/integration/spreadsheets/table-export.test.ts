import excel from 'exceljs'
import type { LightMyRequestResponse } from 'fastify'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { tableToSpreadsheet } from '../../../contract/endpoints/export.ts'
import { bilingualErrorText, errorText } from '../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

let test: TestApp
let teacher: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  teacher = await test.signIn('teacher')
})
afterAll(() => test.close())

const FORM = 'application/x-www-form-urlencoded'

function post(form: Record<string, string> | string, headers: Record<string, string | undefined> = {}, who = teacher) {
  const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  return who.request('POST', tableToSpreadsheet.path, { payload, headers: { 'content-type': FORM, ...headers } })
}

async function sheetsOf(response: LightMyRequestResponse): Promise<excel.Worksheet[]> {
  expect(response.headers['content-type']).toContain('spreadsheetml')
  const book = new excel.Workbook()
  await book.xlsx.load(new Uint8Array(response.rawPayload).buffer)
  return book.worksheets
}

async function write(data: string, title = '成绩'): Promise<excel.Worksheet> {
  const [sheet] = await sheetsOf(await post({ title, data }))
  if (!sheet) throw new Error('there is no sheet')
  return sheet
}

const textsOf = (sheet: excel.Worksheet) =>
  Array.from({ length: sheet.rowCount }, (_, at) => {
    const { values } = sheet.getRow(at + 1)
    return Array.isArray(values) ? values.slice(1) : []
  })

function expectRefused(response: LightMyRequestResponse, code: ErrorCode): void {
  expect(envelopeSchema.parse(response.json())).toMatchObject({ code, message: bilingualErrorText(code) })
}

describe('a posted table', () => {
  it('comes back as a sheet with merged cells, real numbers and dates, and headings that stay', async () => {
    const sheet = await write(`
      <div class="wrap"><table><caption>ignored</caption>
        <thead><tr><th rowspan="2">姓名<th colspan=2>成绩<th rowspan=2>日期</tr><tr><th>语文<th>数学</tr></thead>
        <tbody><tr><td rowspan="2">林溪 &amp; 陈静<td>1,090.5</td><td>95%</td><td>2026年3月5日</td></tr>
        <tr><td colspan='2'>缺&nbsp;考<br>请假</td><td data-type="date" data-value="2026-03-06">昨天</td></tr></tbody>
      </table></div>`)
    expect(sheet.name).toBe('成绩')
    expect(textsOf(sheet).slice(1, 3)).toEqual([
      ['姓名', '成绩', '成绩', '日期'],
      ['姓名', '语文', '数学', '日期'],
    ])
    expect(sheet.getCell('A1')).toMatchObject({ value: '成绩', font: { bold: true } })
    expect(sheet.getCell('B3').font).toMatchObject({ bold: true })
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 3 })
    expect(sheet.model.merges.toSorted()).toEqual(['A1:D1', 'A2:A3', 'A4:A5', 'B2:C2', 'B5:C5', 'D2:D3'])
    expect(['A4', 'B4', 'C4', 'D4', 'B5', 'D5'].map((at) => sheet.getCell(at).value)).toEqual([
      '林溪 & 陈静',
      1090.5,
      0.95,
      new Date('2026-03-05T00:00:00Z'),
      '缺 考\n请假',
      new Date('2026-03-06T00:00:00Z'),
    ])
  })

  it('never becomes a formula, whatever its texts begin with', async () => {
    const evil = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '=HYPERLINK("https://evil.example","x")', "=cmd|'/c calc'!A0"]
    const cells = evil.map(
      (text) => `<tr><td>${text}</td><td data-value="${text.replaceAll('"', '&quot;')}">x</td></tr>`,
    )
    const response = await post({
      title: '=1+1',
      data: `<table>${cells.join('')}<tr><td>&#9;=1+1<td>&#13;=1+1</table>`,
    })
    const [sheet] = await sheetsOf(response)
    expect(textsOf(sheet ?? (await write('')))).toEqual([
      ['=1+1', '=1+1'],
      ...evil.map((text) => [text, 'x']),
      ['=1+1', '=1+1'],
    ])
    sheet?.eachRow((row) =>
      row.eachCell((cell) => expect([excel.ValueType.String, excel.ValueType.Merge]).toContain(cell.type)),
    )
  })

  it('is read as a parser reads it, without what a page does not show, and nothing of it comes back', async () => {
    const response = await post({
      title: '<b>"x"</b>\r\nSet-Cookie: a=b',
      data: `<!-- <table><tr><td>comment</table> --><script>document.write("<table><tr><td>script</td></tr></table>")</script>
        <table onclick=evil()><tr><td><img src=x onerror=alert(1)>a<style>td{}</style><td>b <table><tr><td>in<td>ner</table></tr>
        <tr><td>&lt;script&gt;alert(1)&lt;/script&gt;<td><p>one</p><p>two</p></table><table><tr><th>second`,
    })
    const [first, second] = await sheetsOf(response)
    expect(textsOf(first ?? (await write(''))).slice(1)).toEqual([
      ['a', 'b in ner'],
      ['<script>alert(1)</script>', 'one\ntwo'],
    ])
    expect(second?.getCell('A2').value).toBe('second')
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="b_x_b_Set-Cookie_ a=b.xlsx"; filename*=UTF-8''b_x_b_Set-Cookie_%20a%3Db.xlsx`,
    )
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('has its title as the file’s name in both ways of writing it', async () => {
    const named = await post({ title: '考勤 11月', data: '<table><tr><td>1</table>' })
    expect(named.headers['content-disposition']).toBe(
      `attachment; filename="__ 11_.xlsx"; filename*=UTF-8''%E8%80%83%E5%8B%A4%2011%E6%9C%88.xlsx`,
    )
    const nameless = await post({ title: '', data: '<tr><td>1' })
    expect(nameless.headers['content-disposition']).toContain("filename*=UTF-8''%E8%A1%A8%E6%A0%BC.xlsx")
    expect(textsOf((await sheetsOf(nameless))[0] ?? (await write('')))).toEqual([[1]])
  })

  it('may come with the title last, in pieces that break names, escapes and characters', async () => {
    const form = new URLSearchParams({ x: '1', data: `<table><tr><td>${'长=&+%'.repeat(9000)}</table>`, title: '标题' })
    const [sheet] = await sheetsOf(await post(`%&${form.toString()}&bad=%zz%`))
    expect(sheet?.getCell('A2').value).toBe('长=&+%'.repeat(9000).slice(0, 32_767))
    expect(sheet?.getCell('A1').value).toBe('标题')
  })
})

describe('many tables at once', () => {
  it('wait for each other, also of one person', async () => {
    const people = await Promise.all(['teacher', 'student', 'parent', 'staff'].map((name) => test.signIn(name)))
    const sent = Array.from({ length: 16 }, (_, at) =>
      post({ title: `${at}`, data: `<table><tr><td>${at}</table>` }, {}, people[at % people.length]),
    )
    const written = await Promise.all(sent)
    expect(await Promise.all(written.map(async (one) => (await sheetsOf(one))[0]?.getCell('A2').value))).toEqual(
      Array.from(sent, (_, at) => at),
    )
  })
})

describe('what is no table to write', () => {
  it('is refused with its code and both texts', async () => {
    for (const data of ['', 'no table', '<table></table>', '<table><tr></tr></table>', '<div>=1+1</div>'])
      expectRefused(await post({ title: 'x', data }), 'export.no_table')
    expect(errorText('export.no_table', 'en')).toBe('please specify table to download')
    for (const form of [{ title: 'x' }, { data: '<table><tr><td>1</table>' }, {}]) {
      expectRefused(await post(form as Record<string, string>), 'request.invalid')
    }
    expectRefused(await post({ title: 'x'.repeat(201), data: '<table><tr><td>1</table>' }), 'request.invalid')
  })

  it('is refused when it is too large: spans, rows, columns, depth, bytes', async () => {
    const refused = async (data: string, code: ErrorCode) => expectRefused(await post({ title: 'x', data }), code)
    await refused(`<table>${'<tr><td>1'.repeat(50_001)}</table>`, 'export.too_large')
    await refused(`<table><tr>${'<td>1'.repeat(1001)}</table>`, 'export.too_large')
    await refused(`<table>${'<tr><td colspan=1000>1'.repeat(501)}</table>`, 'export.too_large')
    await refused(`<table><tr><td>${'<b>'.repeat(300)}</table>`, 'request.invalid')
    await refused('<table><tr><td>1</table>'.repeat(51), 'export.too_large')
    expectRefused(await post(`title=x&data=${'a'.repeat(20 * 1024 * 1024)}`), 'request.too_large')
    // A span that reaches beyond the table ends with it.
    const sheet = await write('<table><tr><td rowspan=65534 colspan=2>1<td>2<tr><td>3</table>', '')
    expect(sheet.model.merges).toEqual(['A1:B2'])
  })

  it('is refused to who is not signed in, and to another site', async () => {
    const form = { title: 'x', data: '<table><tr><td>1</table>' }
    const visitor = await post(form, {}, test.visit())
    const elsewhere = await post(form, { 'sec-fetch-site': 'cross-site' })
    expect([visitor.json(), elsewhere.json()]).toMatchObject([
      { code: 'session.required' },
      { code: 'request.cross_site' },
    ])
  })
})

describe('a form that a page posts', () => {
  const asPage = { 'x-portal-device': undefined, 'sec-fetch-mode': 'navigate', accept: 'text/html' }

  it('brings the file, and of a failure a page in both languages', async () => {
    expect((await sheetsOf(await post({ title: 'x', data: '<table><tr><td>1</table>' }, asPage))).length).toBe(1)
    const refused = await post({ title: '<script>x</script>', data: '<p>not a table</p>' }, asPage)
    expect(refused.statusCode).toBe(400)
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.body).toContain(errorText('export.no_table', 'zh-CN'))
    expect(refused.body).toContain(errorText('export.no_table', 'en'))
    expect(refused.body).not.toContain('not a table')
  })
})

it('hears of a refusal over a real connection, while the rest of the form still comes', async () => {
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = [...teacher.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const rows = '<tr><td>1'.repeat(60_000)
  const body = new URLSearchParams({ title: 'x', data: `<table>${rows}${'<p>rest</p>'.repeat(500_000)}` }).toString()
  const send = (form: string) =>
    fetch(origin.replace('127.0.0.1', 'localhost') + tableToSpreadsheet.path, {
      method: 'POST',
      headers: { cookie, 'content-type': FORM, 'x-portal-device': 'pc', 'sec-fetch-site': 'same-origin' },
      body: form,
    })
  const refused = await send(body)
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ code: 'export.too_large' })
  const written = await send(new URLSearchParams({ title: 'x', data: '<table><tr><td>1</table>' }).toString())
  expect(
    Buffer.from(await written.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

it('writes 20 MB, and serves others meanwhile', async () => {
  const cells = Array.from({ length: 12 }, (_, at) => `<td class="cell">第${at}格 value</td>`).join('')
  const rows = 26_000
  const data = `<table>${`<tr>${cells}</tr>`.repeat(rows)}</table>`
  const form = new URLSearchParams({ title: '大表', data }).toString()
  expect(form.length).toBeGreaterThan(19 * 1024 * 1024)
  const writing = post(form)
  const work = { isDone: false }
  void writing.finally(() => (work.isDone = true))
  let asked = 0
  for (; !work.isDone; asked += 1) expect((await teacher.get('/api/uaa/oauth/me')).envelope.status).toBe(200)
  // A piece of 32 kB is followed by a turn of the event loop.
  expect(asked).toBeGreaterThan(20)
  let count = 0
  let last: unknown
  for await (const { values } of streamXlsxRows((await writing).rawPayload)) {
    count += 1
    last = values.at(-1)
  }
  expect([count, last]).toEqual([rows + 1, '第11格 value'])
})
