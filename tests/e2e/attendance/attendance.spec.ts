import type { Browser, BrowserContext, Page } from '@playwright/test'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import {
  AWAY,
  chooseEnglish,
  expect,
  PLACES,
  popNothingUp,
  signIn,
  test,
  type RunningPortal,
  toldOnce,
  startSession,
} from '../fixtures.ts'
import { downloadSheets, valuesOf } from '../../support/browser/download-sheets.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { attendancePages, personOfMonth, skeletons } from '../../support/browser/parts.ts'

// Rules are changed here, and days corrected.
test.use({ school: 'attendance' })

const WORDS = {
  'zh-CN': {
    person: 'teacher',
    name: '林致远',
    ask: '为这一天补卡',
    time: '时间',
    reason: '原因',
    send: '提交申请',
    noTime: '请填写时间',
    asked: '补卡申请已提交',
    open: '待审批',
    approve: /^同意林致远的申请.* 06:30$/,
    openPage: '打开相关页面',
    confirm: '同意',
    approved: '已同意',
    source: '补卡',
    in: '签到',
    events: '打卡记录',
    children: '换一个孩子',
    switched: '现在看的是林川的内容',
    other: '这是林溪的考勤',
    own: '回到林川',
    otherChild: '林川',
    group: '选择班级或教职工',
    month: '按月',
    matrix: '每个人每天的记录',
    everybody: /^全部/,
    export: '导出表格',
    chart: '导出数据',
    dayFile: /^.+ \d{4}年\d+月\d+日 考勤\.xlsx$/,
    dayHeads: ['姓名', '学号', '状态', '签到', '签退'],
    monthFile: /^.+ \d{4}年\d+月 考勤\.xlsx$/,
    sheets: ['汇总', '明细'],
    busy: '正在生成表格',
    cancel: '取消',
    edit: '编辑学生作息',
    tolerance: '迟到宽限',
    save: '保存',
    wrong: '请填写 0 到 120 之间的整数',
    grace: (minutes: number) => `08:00 前签到（宽限 ${minutes} 分钟）`,
    undo: '撤销',
    asker: 'parent',
    withdraw: '撤回申请',
    withdrawn: '已撤回',
    showCode: '显示个人码',
    makeCode: '生成个人码',
  },
  en: {
    person: 'staff',
    name: 'Meng Xiaodong',
    ask: 'Request a correction for this day',
    time: 'Time',
    reason: 'Reason',
    send: 'Send request',
    noTime: 'Enter the time',
    asked: 'Your request was sent',
    open: 'Awaiting approval',
    approve: /^Approve .* 06:30$/,
    openPage: 'Open the page',
    confirm: 'Approve',
    approved: 'Approved',
    source: 'Correction',
    in: 'In',
    events: 'Clock-ins and clock-outs',
    children: 'Choose another child',
    switched: 'The portal now shows Lin Chuan',
    other: 'Now showing Lin Xi',
    own: 'Back to Lin Chuan',
    otherChild: 'Lin Chuan',
    group: 'Class or staff',
    month: 'Month',
    matrix: 'Everyone, day by day',
    everybody: /^Everyone/,
    export: 'Export',
    chart: 'Export data',
    dayFile: /^Attendance .+ \d+ \w+ \d{4}\.xlsx$/,
    dayHeads: ['Name', 'Student no.', 'Status', 'In', 'Out'],
    monthFile: /^Attendance .+ \w+ \d{4}\.xlsx$/,
    sheets: ['Summary', 'Days'],
    busy: 'The sheet is being prepared',
    cancel: 'Cancel',
    edit: 'Edit School hours',
    tolerance: 'Grace for coming late',
    save: 'Save',
    wrong: 'Enter a whole number from 0 to 120',
    grace: (minutes: number) => `Clock in by 08:00 (${minutes} min grace)`,
    undo: 'Undo',
    asker: 'teacher',
    withdraw: 'Withdraw',
    withdrawn: 'Withdrawn',
    showCode: 'Show the code',
    makeCode: 'Create a code',
  },
} as const
type Language = keyof typeof WORDS

const pageOf = (idPath: 'tm' | 'spm') => `/pages/attendance/pc_attendance_${idPath}/index.html`
const PAGE = pageOf('tm')

async function prepare(context: BrowserContext, language: Language): Promise<void> {
  await popNothingUp(context)
  if (language === 'en') await chooseEnglish(context)
}

/** Another person's browser, signed in. */
async function openAs(
  browser: Browser,
  portal: RunningPortal,
  username: string,
  [language, width]: readonly [Language, number],
): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height: 900 } })
  await prepare(context, language)
  const page = await context.newPage()
  await signIn(page, username)
  return page
}

/** The eight digits, once they are shown. */
const personalCode = (page: Page) =>
  page.getByRole('region', { name: /^(Personal code|个人码)$/ }).getByText(/^\d{4} \d{4}$/)

/** Of what is no screen of ui/every-screen.ts. */
async function expectGood(page: Page): Promise<void> {
  await expect(attendancePages(page)).toBeVisible()
  await expect(skeletons(page).or(page.locator('[aria-busy=true]:not(button)'))).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

test('today is readable in the month also when there is no school', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await prepare(context, 'zh-CN')
  await startSession(page, 'teacher')
  await page.route('**/api/attendance/mine?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const free = { status: null, due: false, events: [], correction: null, holiday: '', englishHoliday: '' }
    body.data.days = body.data.days.map((day: { date: string }) =>
      day.date === dayOf(Date.now(), 'Asia/Shanghai') ? { ...day, ...free } : day,
    )
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(pageOf('tm'))
  const today = page.getByRole('gridcell').and(page.locator('[aria-current=date]'))
  await expect(today).toContainText('休息')
  await expect(today.getByRole('link')).toHaveCount(0)
  await expectGood(page)
})

for (const [language, width] of PLACES) {
  test(`a class's month is one tab stop, whose cells are reached and opened by keys (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    await prepare(context, language)
    await startSession(page, 'admin')
    await page.goto(`${PAGE}#/group`)
    await page.getByRole('combobox', { name: words.group }).selectOption({ index: 1 })
    await page.getByRole('link', { name: words.month, exact: true }).click()
    const matrix = page.getByRole('grid', { name: words.matrix })
    const rows = matrix.getByRole('row')
    await expect(rows).not.toHaveCount(0)
    await expectGood(page)
    await expect(matrix.locator('[tabindex="0"]')).toHaveCount(1)

    await page.getByRole('button', { name: words.export, exact: true }).focus()
    await page.keyboard.press('Tab')
    const focused = matrix.locator(':focus')
    await expect(focused).toBeVisible()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    // The first day of the first person, whole in sight beside the names that stay.
    await expect(rows.nth(1).getByRole('gridcell').first()).toBeFocused()
    const [cell, name] = await Promise.all([
      rows.nth(1).getByRole('gridcell').first().boundingBox(),
      rows.nth(1).getByRole('rowheader').boundingBox(),
    ])
    expect(cell?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? 0) - 1)
    await page.keyboard.press('End')
    await expect(rows.nth(1).getByRole('gridcell').last()).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(rows.nth(1).locator(':focus')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(focused).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(focused).toHaveCount(1)

    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    const who = (await focused.innerText()).trim()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?day=\d{4}-\d{2}-01$/)
    await expect(personOfMonth(page)).toHaveText(who)
  })
}

test('a person’s month is one tab stop, of which page keys change the month', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await prepare(context, 'zh-CN')
  await startSession(page, 'teacher')
  await page.goto(`${PAGE}#/mine/2026-10?day=2026-10-31`)
  const days = page.getByRole('grid', { name: '每天的记录' })
  const stop = days.locator('[tabindex="0"]')
  await expect(stop).toHaveCount(1)
  await expect(stop).toContainText('10月31日')
  await stop.focus()
  const focused = days.locator(':focus')
  await page.keyboard.press('Home')
  await expect(focused).toContainText('10月26日')
  await page.keyboard.press('Control+End')
  await expect(focused).toContainText('10月31日')
  await page.keyboard.press('PageUp')
  // A shorter month has its last day instead.
  await expect(focused).toContainText('9月30日')
  await expect(page).toHaveURL(/2026-09$/)
})

for (const { language, width, title, hint } of [
  {
    language: 'en',
    width: 1440,
    title: 'You are offline',
    hint: 'The records are safe. They appear automatically when you are back online.',
  },
  { language: 'zh-CN', width: 390, title: '现在没有网络', hint: '记录都在。网络恢复后，这里会自动显示。' },
] as const) {
  test(`records that are asked for without a network say so, and appear once it is back (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    await page.setViewportSize({ width, height: 900 })
    await prepare(context, language)
    await startSession(page, 'admin')
    await page.goto(`${PAGE}#/group`)
    await page.getByRole('combobox', { name: WORDS[language].group }).selectOption({ index: 1 })
    await expect(page.getByRole('row')).not.toHaveCount(0)
    const month = page.getByRole('link', { name: WORDS[language].month, exact: true })
    await context.setOffline(true)
    await month.click()
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect(page.getByText(hint)).toBeVisible()
    await expectGood(page)
    await context.setOffline(false)
    await expect(page.getByRole('grid', { name: WORDS[language].matrix })).toBeVisible()
    await expect(page.getByText(title, { exact: true })).toHaveCount(0)
  })
}

test('who signed out without a sign-in lacks the sign-in today, once it is over', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await prepare(context, 'zh-CN')
  await startSession(page, 'admin')
  await page.route('**/api/attendance/day?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const out = { status: 'pending', due: true, firstIn: null, lastOut: new Date().toISOString(), overdue: true }
    Object.assign(body.data.people[0], out)
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(`${PAGE}#/group`)
  await page.getByRole('combobox', { name: '选择班级或教职工' }).selectOption({ index: 1 })
  await expect(page.getByRole('row').nth(1)).toContainText('未签到')
  await expect(page.getByRole('button', { name: /^缺卡/ })).toBeVisible()
  // The page may just be asking again.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

for (const place of toldOnce(PLACES, 1)) {
  const [language, width] = place
  const words = WORDS[language]

  test(`who forgot to clock in asks for a correction, and the day follows once it is approved (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const date = addDays(dayOf(Date.now(), 'Asia/Shanghai'), -1)
    const day = `${PAGE}#/mine/${date.slice(0, 7)}?day=${date}`
    await page.setViewportSize({ width, height: 900 })
    await prepare(context, language)
    await startSession(page, words.person)
    await page.goto(day)
    await expect(page.getByRole('button', { name: words.ask })).toBeVisible()
    await page.getByRole('button', { name: words.ask }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(words.reason) })
    // An earlier day has its going already, or nothing at all: what it lacks is asked for.
    await dialog.getByRole('radio', { name: words.in, exact: true }).check()
    await dialog.getByLabel(words.reason).fill('Opened the gate')
    await dialog.getByRole('button', { name: words.send }).click()
    await expect(dialog.getByLabel(words.time)).toBeFocused()
    await expect(dialog.getByText(words.noTime)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await dialog.getByLabel(words.time).fill('06:30')
    await expect(dialog.getByLabel(words.reason)).toHaveValue('Opened the gate')
    await dialog.getByRole('button', { name: words.send }).click()
    await expect(page.getByText(words.asked)).toBeVisible()

    const admin = await openAs(browser, portal, 'admin', place)
    // The message about it leads to where it is decided.
    await admin.getByRole('button', { name: /^(Messages|消息)/ }).click()
    const told = admin.getByRole('listitem').filter({ hasText: '06:30' }).first()
    await expect(told).toContainText('Opened the gate')
    await told.getByRole('button', { name: words.openPage }).click()
    await expect(admin).toHaveURL(/#\/corrections\/waiting$/)
    await expectGood(admin)
    await admin.getByRole('button', { name: words.approve }).click()
    await admin.getByRole('dialog').getByRole('button', { name: words.confirm, exact: true }).click()
    await expect(admin.getByRole('article').filter({ hasText: '06:30' })).toContainText(words.approved)
    await admin.context().close()

    await page.goto(day)
    await page.reload()
    const event = page.getByRole('list', { name: words.events }).getByRole('listitem').filter({ hasText: '06:30' })
    await expect(event).toContainText(words.source)
  })

  test(`a parent sees the month of the child whose portal it is, and of another by a link (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await prepare(context, language)
    await startSession(page, 'parent')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let codes = 0
    await page.route('**/api/attendance/code?*', async (route) => {
      codes += 1
      const data = { code: `${codes}`.repeat(8), since: null }
      if (codes === 2) await held
      await route.fulfill({ json: { status: 200, code: 'ok', message: '', data } })
    })
    const loading = page.waitForResponse('**/api/base/student/find_all_student_by_parent_id?*')
    await page.goto(pageOf('spm'))
    await expectGood(page)
    const name = personOfMonth(page)
    const first = (await name.textContent()) ?? ''
    const children: { id: string; realName: string; englishName: string }[] = (await (await loading).json()).data
    const idOf = (which: string) =>
      children.find((child) => [child.realName, child.englishName].includes(which))?.id ?? ''

    const code = personalCode(page)
    await page.getByRole('button', { name: words.showCode }).click()
    await expect(code).toHaveText('1111 1111')
    // As a message about the other child does.
    await page.goto(`${pageOf('spm')}#/mine?student=${idOf(words.otherChild)}`)
    await expect(name).toHaveText(words.otherChild)
    // The first child's code is not the other's, even for a moment.
    await expect.poll(() => codes).toBe(2)
    await expect(code).toHaveCount(0)
    release()
    await expect(code).toHaveText('2222 2222')
    await page.goBack()
    await expect(name).toHaveText(first)

    await page.getByRole('button', { name: words.children }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.otherChild }).click()
    await expect(page.getByText(words.switched)).toBeVisible()
    await expect(name).toHaveText(words.otherChild)
    await page.goto(`${pageOf('spm')}#/mine?student=${idOf(first)}`)
    await expect(page.getByText(words.other)).toBeVisible()
    await expect(name).toHaveText(first)
    await expectGood(page)
    await page.getByRole('link', { name: words.own }).click()
    await expect(name).toHaveText(words.otherChild)
    // As before, for the other tests.
    await page.getByRole('button', { name: words.children }).click()
    await page.getByRole('dialog').getByRole('button', { name: first }).click()
    await expect(name).toHaveText(first)
  })

  test(`who asked takes a request back, and gets a personal code (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const home = pageOf(words.asker === 'parent' ? 'spm' : 'tm')
    await page.setViewportSize({ width, height: 900 })
    await prepare(context, language)
    await startSession(page, words.asker)
    await page.goto(`${home}#/corrections/own`)
    const ask = page.getByRole('article').filter({ has: page.getByRole('button', { name: words.withdraw }) })
    const asked = await ask.first().innerText()
    const reason = asked.split('\n').find((line) => line.endsWith('。')) ?? asked
    await ask.first().getByRole('button', { name: words.withdraw }).press('Enter')
    const taken = page.getByRole('article').filter({ hasText: reason })
    await expect(taken).toContainText(words.withdrawn)
    await expect(taken.getByRole('heading')).toBeFocused()
    await expectGood(page)
    await page.goto(home)
    await page.getByRole('button', { name: words.showCode }).click()
    await page.getByRole('button', { name: words.makeCode }).click()
    await expect(personalCode(page)).toHaveText(/^\d{4} \d{4}$/)
    await expectGood(page)
  })

  test(`an administrator looks at a class, and changes a rule and takes it back (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(/502/)
    await page.setViewportSize({ width, height: 900 })
    await prepare(context, language)
    await startSession(page, 'admin')

    await test.step('a class is looked at by day and by month, and brought as a sheet', async () => {
      await page.goto(`${PAGE}#/group`)
      await page.getByRole('combobox', { name: words.group }).selectOption({ index: 1 })
      await expect(page.getByRole('button', { name: words.everybody })).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByRole('row')).not.toHaveCount(0)
      const shown = page.getByRole('table')
      const day = await downloadSheets(page, () =>
        page.getByRole('button', { name: words.export, exact: true }).click(),
      )
      expect(day.name).toMatch(words.dayFile)
      expect(day.sheets[0]?.rowCount).toBe((await shown.getByRole('rowheader').count()) + 2)
      expect(valuesOf(day.sheets[0], 2)).toEqual(words.dayHeads)

      // Of the month before: this one has no day that is over on its first.
      await page.getByRole('link', { name: words.month, exact: true }).click()
      const matrix = page.getByRole('grid', { name: words.matrix })
      await expect(matrix).toBeVisible()
      await page.getByRole('link', { name: /^(Previous month|上个月)$/ }).click()
      await expect(page).toHaveURL(/\d{4}-\d{2}$/)
      await page.reload()
      await expect(matrix).toBeVisible()

      // What takes long shows how far it is, and is stopped by its button.
      const exporting = page.getByRole('button', { name: words.export, exact: true })
      await page.route('**/api/attendance/export?**', () => {}, { times: 1 })
      await exporting.click()
      await expect(page.getByRole('progressbar', { name: words.busy })).toBeVisible()
      await expectGood(page)
      await page.getByRole('button', { name: words.cancel }).click()
      await expect(exporting).toBeFocused()
      await expect(page.getByRole('progressbar')).toHaveCount(0)

      // What went wrong is said, and nothing that is on the screen is lost.
      await page.route('**/api/attendance/export?**', (route) => route.fulfill({ status: 502, body: 'gone' }), {
        times: 1,
      })
      await exporting.click()
      const month = await downloadSheets(page, () => page.getByRole('status').getByRole('button').last().click())
      expect(month.name).toMatch(words.monthFile)
      expect(month.sheets.map((sheet) => sheet.name)).toEqual(words.sheets)
      const [summary, days] = month.sheets
      const people = await matrix.getByRole('rowheader').count()
      expect(summary?.rowCount).toBe(people + 1)
      expect(summary?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
      // Numbers that a program can add up, and real days.
      expect(
        valuesOf(summary, 2)
          .slice(3)
          .map((value) => typeof value),
      ).toEqual(Array(9).fill('number'))
      expect(valuesOf(days, 2)[3]).toBeInstanceOf(Date)

      const chart = await downloadSheets(page, () => page.getByRole('button', { name: words.chart }).click())
      expect(typeof valuesOf(chart.sheets[0], 3)[1]).toBe('number')

      await matrix.getByRole('rowheader').nth(1).getByRole('link').click()
      await expect(personOfMonth(page)).toBeVisible()
    })

    await test.step('an administrator changes a rule and takes it back, and every part of the settings is in order', async () => {
      // Where the rules were before leads to where they are.
      await page.goto(`${PAGE}#/settings/rules`)
      await expect(page).toHaveURL(/_administration_tm\/index\.html#\/attendance\/rules$/)
      await page.getByRole('button', { name: words.edit }).click()
      const dialog = page.getByRole('dialog')
      const tolerance = dialog.getByLabel(words.tolerance)
      await tolerance.fill('500')
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(tolerance).toBeFocused()
      await expect(tolerance).toHaveAccessibleDescription(new RegExp(words.wrong))
      expect(await findViolations(page)).toEqual([])
      await tolerance.fill('12')
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.grace(12))).toBeVisible()
      await page.getByRole('status').getByRole('button', { name: words.undo }).last().click()
      await expect(page.getByText(words.grace(5))).toBeVisible()
      for (const part of ['calendar', 'stations', 'cards', 'general']) {
        await page.goto(`/pages/administration/pc_administration_tm/index.html#/attendance/${part}`)
        await expect(page.getByRole('main').getByRole('region').first()).toBeVisible()
        expect(await findViolations(page)).toEqual([])
        expect(await isWiderThanWindow(page)).toBe(false)
      }
    })
  })
}
