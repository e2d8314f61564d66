import excel from 'exceljs'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { AWAY, chooseEnglish, expect, PLACES, popNothingUp, signIn, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { pageRoot, rowsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'roster' })

const ROSTER = '/pages/roster/pc_roster_tm/index.html'

const WORDS = {
  'zh-CN': {
    campus: '校区',
    title: '班级名册',
    own: '我的班级',
    first: '四年级1班',
    search: '查找班级',
    nothing: '没有找到班级',
    clear: '清空查找',
    columns: '选择列',
    usual: '恢复默认',
    show: '显示“签名”',
    earlier: '把“家长”往前移',
    moved: '“家长”现在是第 4 列',
    save: '保存',
    saved: '列已保存',
    headings: ['姓名', '学号', '性别', '家长', '出生日期', '签名'],
    student: ['林溪', '20260101', '女', '林致远（父亲）'],
    export: '导出',
    phones: '包括家长电话',
    download: '下载',
    keep: '存到我的文件',
    kept: '名册已存到“文件”',
    file: '四年级1班名册.xlsx',
    contacts: '家长电话',
    sheet: '四年级1班家长电话',
    call: '打电话给林致远：10220260000',
    offline: '现在没有网络',
    notFound: '没有这个页面',
    print: '打印',
    school: '河畔实验学校',
    day: /^20\d\d年\d+月\d+日$/,
    back: '全部班级',
    denied: '没有加载成功',
    none: '班里还没有学生',
    palette: '搜索',
    here: '当前应用',
  },
  en: {
    campus: 'Campus',
    title: 'Class lists',
    own: 'My classes',
    first: 'Grade 4 Class 1',
    search: 'Find a class',
    nothing: 'No class found',
    clear: 'Clear the search',
    columns: 'Columns',
    usual: 'Restore defaults',
    show: 'Show Signature',
    earlier: 'Move Parents forward',
    moved: 'Parents is now column 4',
    save: 'Save',
    saved: 'Columns saved',
    headings: ['Name', 'Student number', 'Sex', 'Parents', 'Birthday', 'Signature'],
    student: ['Lin Xi', '20260101', 'Female', 'Lin Zhiyuan (father)'],
    export: 'Export',
    phones: 'With parents’ phone numbers',
    download: 'Download',
    keep: 'Save to my files',
    kept: 'Class list saved to Files',
    file: 'Class list Grade 4 Class 1.xlsx',
    contacts: 'Contact sheet',
    sheet: 'Contact sheet of Grade 4 Class 1',
    call: 'Call Lin Zhiyuan: 10220260000',
    offline: 'You are offline',
    notFound: 'Page not found',
    print: 'Print',
    school: 'Riverside School',
    day: /^\d+ \w+ 20\d\d$/,
    back: 'All classes',
    denied: 'This could not be loaded',
    none: 'No pupils in this class yet',
    palette: 'Search',
    here: 'In this app',
  },
} as const

for (const [language, width] of PLACES) {
  test(`a class teacher prints, exports and calls the class in columns that are kept (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    const scripts: string[] = []
    page.on('request', (request) => request.url().includes('/assets/ContactsPage-') && scripts.push(request.url()))
    const apps = new Set<string | undefined>()
    const streams: (string | undefined)[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // Calls, the export's among them, and the upload of the sheet.
      if (/^\/(?:api\/roster\/(?!nl\/)|zuul\/api\/storage\/)/.test(pathname))
        apps.add(request.headers()['x-portal-app'])
      if (pathname === '/api/base/live/events') streams.push(request.headers()['x-portal-app'])
    })
    // Opened on the desktop, when the browser is idle.
    const live = page.waitForRequest('**/api/base/live/events')
    await signIn(page, 'teacher')
    await live
    await appIcon(pageRoot(page), 'roster').click()

    await test.step('the list has their own class with its numbers', async () => {
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
      await expect(page.getByRole('region', { name: words.own }).getByRole('link')).toHaveCount(1)
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('the search leads to a class, which the header, the window’s title and the access log name', async () => {
      const logged = page.waitForRequest(
        (request) =>
          request.url().includes('/user_access_detail') &&
          new URLSearchParams(request.postData() ?? '').get('resName')?.endsWith(` · ${words.first}`) === true,
      )
      await page.keyboard.press('Control+k')
      const search = page.getByRole('dialog', { name: words.palette })
      await search.getByRole('combobox').fill(words.first)
      await expect(search.getByRole('group', { name: words.here }).getByRole('option').first()).toContainText(
        words.first,
      )
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: words.first })).toBeVisible()
      await expect(page.getByRole('banner').getByText(words.first, { exact: true })).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(words.first))
      await logged
      await page.goBack()
      await expect(page.getByRole('banner').getByText(words.title, { exact: true })).toBeVisible()
    })

    await test.step('the class has its students', async () => {
      await page.getByRole('link', { name: words.first }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.first })).toBeFocused()
      await expect(rowsIn(page)).toHaveCount(32)
      await expect(page).toHaveTitle(new RegExp(words.first))
    })

    await test.step('columns are chosen and moved by keyboard, and kept', async () => {
      await page.getByRole('button', { name: words.columns, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: words.columns })
      await dialog.getByRole('button', { name: words.usual }).click()
      await dialog.getByRole('checkbox', { name: words.show }).check()
      await dialog.getByRole('button', { name: words.earlier }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('status')).toHaveText(words.moved)
      expect(await findViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: words.save, exact: true }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('columnheader')).toHaveText([...words.headings])
      await page.reload()
      await expect(page.getByRole('columnheader')).toHaveText([...words.headings])
      await expect(rowsIn(page).first().getByRole('cell').nth(2)).toHaveText(words.student[3])
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('paper has the school, the class, the day and the students, and nothing of the portal', async () => {
      await page.evaluate(() => Object.assign(globalThis, { print: () => document.body.append('printed') }))
      await page.getByRole('button', { name: words.print }).click()
      await expect(page.getByText('printed')).toBeAttached()
      await page.emulateMedia({ media: 'print' })
      const paper = page.getByRole('main')
      await expect(paper.getByText(words.school, { exact: true })).toBeVisible()
      await expect(paper.getByText(words.day)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: words.first })).toBeVisible()
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('button', { name: words.print })).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
    })

    await test.step('the sheet has the shown columns, and numbers when they are asked for', async () => {
      await page.getByRole('button', { name: words.export, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: words.phones }).check()
      expect(await findViolations(page)).toEqual([])
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('button', { name: words.download }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(words.file)
      const book = new excel.Workbook()
      await book.xlsx.load((await readFile(await download.path())).buffer)
      const row = book.worksheets[0]?.getRow(2)
      const cells = Array.from({ length: 7 }, (_, at) => row?.getCell(at + 1).text ?? '')
      expect(cells.slice(0, 4)).toEqual([...words.student])
      expect(cells[6]).toContain('10220260000')
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: words.export, exact: true }).click()
      await dialog.getByRole('button', { name: words.keep }).click()
      await expect(page.getByText(words.kept)).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the contact sheet has numbers that can be called, and nothing of it is kept on the device', async () => {
      // A page is loaded when it is first shown.
      expect(scripts.filter((url) => url.endsWith('.js'))).toEqual([])
      await page.getByRole('link', { name: words.contacts }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.sheet })).toBeVisible()
      expect(scripts.filter((url) => url.endsWith('.js'))).toHaveLength(1)
      await expect(page.getByRole('link', { name: words.call })).toHaveAttribute('href', 'tel:10220260000')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      const kept = await page.evaluate(async () => {
        const stored = await Promise.all(
          (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        )
        return JSON.stringify([stored, { ...localStorage }, { ...sessionStorage }])
      })
      expect(kept).not.toMatch(/api\/roster|10220260000/)
    })

    await test.step('offline it says so, and comes back by itself', async () => {
      await page.getByRole('link', { name: words.first }).click()
      await expect(rowsIn(page)).toHaveCount(32)
      await context.setOffline(true)
      await page.getByRole('link', { name: words.contacts }).click()
      await expect(page.getByRole('main').getByText(words.offline)).toBeVisible()
      expect(await findViolations(page, { withoutColors: true })).toEqual([])
      await context.setOffline(false)
      await expect(page.getByRole('link', { name: words.call })).toBeVisible()
    })

    expect([...apps]).toEqual(['roster'])
    expect(streams[0]).toBe('app')
    expect(streams).not.toContain(undefined)
  })
}

for (const [language] of toldOnce(PLACES, 1)) {
  test(`other staff find every class by a word, without what they may not see (${language})`, async ({
    page,
    context,
    portal,
  }) => {
    const words = WORDS[language]
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'staff')
    await page.goto(ROSTER)

    await test.step('by the class, the class teacher or the campus', async () => {
      const search = page.getByRole('searchbox', { name: words.search })
      const cards = page.getByRole('main').getByRole('listitem').getByRole('link')
      await expect(cards).toHaveCount(4)
      await search.fill('林致远')
      await expect(cards).toHaveText([new RegExp(words.first)])
      await search.fill('')
      const campus = page.getByRole('group', { name: words.campus })
      await campus.getByRole('radio').nth(1).check({ force: true })
      await expect(campus.getByRole('radio').nth(1)).toBeChecked()
      await expect(cards).toHaveCount(2)
      await search.fill('zzz')
      await expect(page.getByText(words.nothing)).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: words.clear }).click()
      await expect(cards).toHaveCount(4)
    })

    await test.step('the contact sheet is neither offered nor found without its code', async () => {
      await page.getByRole('link', { name: words.first }).click()
      await expect(page.getByRole('button', { name: words.export, exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: words.contacts })).toHaveCount(0)
      await page.goto(`${page.url()}/contacts`)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: words.notFound })).toBeVisible()
      expect(await findViolations(page)).toEqual([])
    })

    await test.step('a class that is gone is said to be gone, and one without students to be empty', async () => {
      await page.goto(`${ROSTER}#/class/00000000-0000-4000-8000-000000000000`)
      await page.reload()
      await expect(page.getByText(words.denied)).toBeVisible()
      await usePortalData(portal.dataFolder, (database) =>
        database.asOwner((tx) =>
          tx.execute(sql`with one as (select c.class_id as a, d.class_id as b from class_group c join class_group d using (unit_id)
            join unit_host h using (unit_id) where h.host = 'localhost' and c.position = 3 and d.position = 2)
            update student set class_id = one.b from one where class_id = one.a`),
        ),
      )
      await page.goto(`${ROSTER}#/`)
      await page.reload()
      await page.getByRole('main').getByRole('listitem').getByRole('link').nth(3).click()
      await expect(page.getByText(words.none)).toBeVisible()
      await expect(page.getByRole('button', { name: words.print })).toHaveCount(0)
      expect(await findViolations(page)).toEqual([])
    })
  })
}
