import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { handInClasses, saveHandIn } from '../../../contract/endpoints/storage/collections.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { signIn as signInCaller } from '../../support/callers/portal-caller.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { downloadSheets, valuesOf } from '../../support/browser/download-sheets.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { newOperator, OPERATORS } from '../../support/schools/operators.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { alterUnit } from '../../support/browser/altered-unit.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, popNothingUp, signInByForm, startSession, test } from '../fixtures.ts'
import { nameOf, rowsIn } from '../../support/browser/parts.ts'

// Names of pupils are changed here.
test.use({ school: 'list-exports' })

const APPLICATION = '/pages/administration/pc_administration_tm/index.html'
const EXPORT = /^(导出表格|Export)$/

const exportOf = (page: Page) => downloadSheets(page, () => page.getByRole('button', { name: EXPORT }).click())

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of PLACES) {
  test(`people are exported as they are filtered, without formulas and identity numbers, and by who may (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    const withData = <T>(statement: ReturnType<typeof sql>) =>
      usePortalData(portal.dataFolder, (database) => database.asOwner((tx) => tx.execute(statement))) as Promise<T>
    await withData(
      sql`update student set english_name = '=HYPERLINK("https://evil.example","Lin")' where real_name = '林溪'`,
    )
    await startSession(page, 'admin')

    await page.goto(`${APPLICATION}#/people?type=1`)
    await expect(rowsIn(page).first()).toBeVisible()
    await expectWhole(page)
    const shown = await page
      .getByRole('navigation', { name: nameOf('src/app/locales/*/list.json', 'pages') })
      .innerText()
    const all = await exportOf(page)
    expect(all.name).toMatch(/\.xlsx$/)
    const [sheet] = all.sheets
    const total = Number(/(\d[\d,]*)\D*$/.exec(shown.split('\n')[0] ?? '')?.[1]?.replace(',', ''))
    // A title and the headings are above them; there are more than a page.
    expect(total).toBeGreaterThan(50)
    expect((sheet?.rowCount ?? 0) - 2).toBe(total)
    const texts = Array.from({ length: sheet?.rowCount ?? 0 }, (_, nth) =>
      valuesOf(sheet, nth + 1)
        .map(String)
        .join('\t'),
    )
    expect(texts.join('\n')).not.toMatch(/\d{17}[\dX]/)

    await page.goto(`${APPLICATION}#/people`)
    await page.getByRole('searchbox').fill('linxi')
    await expect(rowsIn(page)).toHaveCount(1)
    const { sheets: found } = await exportOf(page)
    const row = valuesOf(found[0], 3)
    expect(row[0]).toBe('林溪')
    expect(row[1]).toBe('=HYPERLINK("https://evil.example","Lin")')
    expect(found[0]?.getRow(3).getCell(2).formula).toBeUndefined()
    const { rows } = await withData<{ rows: { changes: unknown }[] }>(
      sql`select changes from admin_event where action = 'people.exportList' order by at desc limit 1`,
    )
    expect(rows[0]?.changes).toMatchObject({ people: 1 })
    expect(JSON.stringify(rows)).not.toContain('linxi')
    await withData(sql`update student set english_name = '' where real_name = '林溪'`)
  })
}

test('who is responsible for one class exports that class alone', async ({ page, context, portal }) => {
  await popNothingUp(context)
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`
        with school as (select unit_id from unit_host where host = 'localhost'),
          added as (insert into role (unit_id, service, code, name, english_name) select unit_id, 'own', 'CLASS_PEOPLE', '班级人员', 'Class people' from school
            returning unit_id, role_id),
          granted as (insert into permission_grant (unit_id, code, role_id) select unit_id, unnest(array['administration', 'base_people']), role_id from added)
        insert into role_member (unit_id, role_id, user_id, scope_class_id)
        select a.unit_id, added.role_id, a.user_id,
          (select c.class_id from class_group c where c.unit_id = a.unit_id and c.closed_on is null order by c.position limit 1)
        from added join user_account a on a.unit_id = added.unit_id and a.login_name = 'staff'`),
    ),
  )
  await startSession(page, 'staff')
  await page.goto(`${APPLICATION}#/people?type=1`)
  await expect(rowsIn(page).first()).toBeVisible()
  const { sheets } = await exportOf(page)
  const places = new Set(
    Array.from({ length: (sheets[0]?.rowCount ?? 2) - 2 }, (_, nth) => valuesOf(sheets[0], nth + 3)[4]),
  )
  expect(places.size).toBe(1)
})

test('the receipts of a message are exported: who has read it and who has not', async ({ page, context, portal }) => {
  await popNothingUp(context)
  const admin = await signInCaller(portal.url, { username: 'admin', password: PASSWORD })
  const { publicationId } = await admin.call(publications.save, messageTo([2], '校运会通知'))
  await expect
    .poll(async () => (await admin.call(publications.show, { publicationId })).state, { timeout: 60_000 })
    .toBe('sent')
  const { recipients } = await admin.call(publications.show, { publicationId })
  await startSession(page, 'admin')
  await page.goto(`${APPLICATION}#/messages/${publicationId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('校运会通知')
  const { name, sheets } = await exportOf(page)
  expect(name).toContain('校运会通知')
  expect((sheets[0]?.rowCount ?? 0) - 2).toBe(recipients)
  expect(valuesOf(sheets[0], 2)).toEqual(['姓名', '类型', '班级（部门）', '状态', '时间'])
  expect(valuesOf(sheets[0], 3)[3]).toBe('未读')
  await expectWhole(page)
})

test('what a class has handed in is exported, a row for each pupil', async ({ page, context, portal }) => {
  await popNothingUp(context)
  const teacher = await signInCaller(portal.url, { username: 'teacher', password: PASSWORD })
  const [own] = await teacher.call(handInClasses, {})
  if (!own) throw new Error('the teacher of the demo has no class')
  const { id } = await teacher.call(saveHandIn, {
    id: null,
    classId: own.classId,
    title: '观察日记',
    text: '',
    dueAt: new Date(Date.now() + 86_400_000).toISOString(),
    maxFiles: 1,
    maxBytes: null,
  })
  await startSession(page, 'teacher')
  await page.goto(`/pages/files/pc_files_tm/index.html#/hand-ins/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: '观察日记' })).toBeVisible()
  const { name, sheets } = await exportOf(page)
  expect(name).toContain('观察日记')
  expect((sheets[0]?.rowCount ?? 0) - 2).toBe(own.students)
  expect(valuesOf(sheets[0], 3)[3]).toBe('未交')
  await expectWhole(page)
})

test('an education office exports its schools', async ({ portal, browser }) => {
  const office = await browser.newContext({ baseURL: portal.url.replace('localhost', 'area.localhost') })
  await popNothingUp(office)
  const there = await office.newPage()
  // The caller of startSession finds no host below localhost.
  await signInByForm(there, 'admin')
  await there.goto('/area/administration/pc_administration_tm/index.html#/schools')
  await expect(rowsIn(there).first()).toBeVisible()
  const { sheets } = await exportOf(there)
  expect((sheets[0]?.rowCount ?? 0) - 2).toBe(await rowsIn(there).count())
  expect(valuesOf(sheets[0], 2)[0]).toBe('名称')
  await expectWhole(there)
  await office.close()
})

test.describe('an operator', () => {
  test.use({ baseURL: async ({ portal }, use) => use(portal.url.replace('localhost', OPERATORS)) })

  test('exports the units, each with its figures', async ({ page, context, portal }) => {
    await usePortalData(portal.dataFolder, (database) => database.asOwner((tx) => tx.execute(newOperator('exporter'))))
    await popNothingUp(context)
    await signInByForm(page, 'exporter')
    await page.goto(`${APPLICATION}#/units`)
    await expect(rowsIn(page).first()).toBeVisible()
    const { sheets } = await exportOf(page)
    expect((sheets[0]?.rowCount ?? 0) - 2).toBe(await rowsIn(page).count())
    const people = valuesOf(sheets[0], 3)[5]
    expect(people).toEqual(expect.any(Number))
    await expectWhole(page)
  })
})

for (const [language, width] of PLACES) {
  test(`where the operator has set up a service for spreadsheets, tables are posted to it (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(/502/)
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    // The portal's own, as a service that is set up.
    await alterUnit(page, (unit) => {
      unit['tableExportBase'] = '/api/base'
    })
    await startSession(page, 'admin')
    await page.goto(`${APPLICATION}#/people`)
    await page.getByRole('searchbox').fill('linxi')
    await expect(rowsIn(page)).toHaveCount(1)
    const posted = page.waitForRequest((request) => request.url().endsWith('/api/base/common/table2xls'))
    const { sheets } = await exportOf(page)
    expect((await posted).method()).toBe('POST')
    expect(valuesOf(sheets[0], 3)[0]).toBe('林溪')

    await page.route('**/api/base/common/table2xls', (route) => route.fulfill({ status: 502, body: '<p>no</p>' }))
    await page.getByRole('button', { name: EXPORT }).click()
    await expect(
      page.getByText(language === 'en' ? 'returned no file' : '表格服务没有返回文件', { exact: false }).last(),
    ).toBeVisible()
    await expectWhole(page)
  })
}

test('a class list goes to that service as well; what is kept in Files is written by the portal', async ({
  page,
  context,
}) => {
  await popNothingUp(context)
  await alterUnit(page, (unit) => {
    unit['tableExportBase'] = '/api/base'
  })
  let posts = 0
  page.on('request', (request) => (posts += Number(request.url().endsWith('/common/table2xls'))))
  await startSession(page, 'teacher')
  await page.goto('/pages/roster/pc_roster_tm/index.html')
  await page.getByRole('main').getByRole('link', { name: /班/ }).first().click()
  const open = () => page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await open()
  const { name, sheets } = await downloadSheets(page, () => dialog.getByRole('button', { name: '下载' }).click())
  expect(name).toContain('名册')
  expect(sheets[0]?.rowCount).toBeGreaterThan(10)
  expect(posts).toBe(1)
  await expect(dialog).toHaveCount(0)
  await open()
  await dialog.getByRole('button', { name: '存到我的文件' }).click()
  await expect(page.getByText('名册已存到“文件”')).toBeVisible()
  expect(posts).toBe(1)
})
