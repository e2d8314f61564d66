import { Client } from 'pg'
import { chooseEnglish, expect, PLACES, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { portalDatabase } from '../../support/process/portal-database.ts'
import { rowsIn } from '../../support/browser/parts.ts'

test.use({ school: 'person-jobs' })

const WORDS = {
  'zh-CN': {
    pupil: '学生',
    query: '20260112',
    other: '20260113',
    deactivate: '停用',
    erase: '清除',
    confirm: '彻底清除',
    begun: '这个人已不再显示，正在清除数据',
    title: '正在清除或合并',
    erasing: '正在清除',
    done: '已清除',
    half: '做到一半停下了',
    again: '重试',
    goesOn: '继续进行',
    merge: '合并重复',
    find: '按姓名、学号、工号或用户名查找',
    mergeConfirm: '合并',
    mergeBegun: '正在合并这两条记录',
    merged: '已合并为一个人',
  },
  en: {
    pupil: 'Pupil',
    query: '20260114',
    other: '20260115',
    deactivate: 'Deactivate',
    erase: 'Erase',
    confirm: 'Erase',
    begun: 'The person is already hidden and is being erased',
    title: 'Being erased or merged',
    erasing: 'Erasing',
    done: 'The person was erased',
    half: 'This stopped halfway',
    again: 'Try again',
    goesOn: 'It continues',
    merge: 'Merge a duplicate',
    find: 'Find by name, number or username',
    mergeConfirm: 'Merge',
    mergeBegun: 'The two are being merged',
    merged: 'The two are now one person',
  },
} as const

const ADMINISTRATION = '/pages/administration/pc_administration_tm/index.html'
/** Clock-ins of the pupil: more than one batch. */
const MANY = 1500

for (const [language, width] of PLACES) {
  test(`who is erased or merged with much data is hidden at once, and the page shows how far it is (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    test.slow()
    // The person who is gone.
    tolerate(/status of 40[49]/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    const client = new Client(portalDatabase(portal.dataFolder))
    await client.connect()
    const query = async (text: string) => (await client.query<Record<string, string>>(text)).rows
    const hasten = () =>
      query(
        `with due as (
           select from portal_queue.reschedule_jobs(array(select id from portal_queue.jobs where task_identifier = 'personal-data' and locked_at is null), now()))
         select pg_notify('jobs:insert', '{"count": 1}') from due`,
      )
    const giveMuch = (number: string) =>
      query(
        `insert into attendance_event (unit_id, student_id, at, direction, source)
         select unit_id, student_id, now() - make_interval(mins => n), 'in', 'code' from student, generate_series(1, ${MANY}) n 
         where student_number = '${number}' and unit_id = (select unit_id from unit_host where host = 'localhost')`,
      )
    await startSession(page, 'admin')
    await page.goto(`${ADMINISTRATION}#/people`)
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    const search = page.getByRole('search').getByRole('searchbox')
    const pupils = rowsIn(page).filter({ hasText: words.pupil })
    const jobs = page.getByRole('region', { name: words.title })
    const openPupil = async (number: string) => {
      await search.fill(number)
      await expect(pupils.filter({ hasText: number })).toHaveCount(1)
      await expect(pupils).toHaveCount(1)
      await pupils.focus()
      await page.keyboard.press('Enter')
    }

    try {
      await test.step('a merge: the page of the one who stays shows it, and its end', async () => {
        await giveMuch(words.query)
        await openPupil(words.other)
        await button(words.merge).click()
        await dialog.getByRole('searchbox', { name: words.find }).fill(words.query)
        await dialog.getByRole('option').filter({ hasText: words.query }).click()
        const name = await dialog.getByRole('region').first().getByRole('strong').textContent()
        await dialog
          .getByRole('textbox')
          .last()
          .fill(name ?? '')
        await client.query('begin; lock table attendance_correction in share mode')
        await dialog.getByRole('button', { name: words.mergeConfirm, exact: true }).click()
        await expect(page.getByText(words.mergeBegun).first()).toBeVisible()
        await expect(jobs.getByRole('progressbar')).toBeVisible()
        await expectWhole()
        await client.query('commit')
        await hasten()
        await expect(page.getByText(words.merged).first()).toBeVisible()
        await expect(jobs).toHaveCount(0)
      })

      await test.step('an erasure: the list shows it, also after a reload, and so does the page of the person', async () => {
        // On days on which both had some, those of the one who stayed were kept.
        await giveMuch(words.other)
        await page.goto(`${ADMINISTRATION}#/people`)
        await openPupil(words.other)
        // Until then the heading is that of the page.
        await expect(button(words.deactivate)).toBeVisible()
        const address = page.url()
        const name = (await page.getByRole('heading', { level: 1 }).textContent())?.trim() ?? ''
        await button(words.deactivate).click()
        await button(words.erase).click()
        await dialog.getByRole('textbox').fill(name)
        await query(
          `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$; create trigger refuse before delete on attendance_correction for each statement execute function refuse()`,
        )
        await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
        await expect(page.getByText(words.begun).first()).toBeVisible()
        await expect(jobs.getByRole('listitem')).toContainText(words.erasing)
        await expect(jobs).toContainText(name)
        await expect(jobs.getByRole('progressbar')).toBeVisible()
        await expectWhole()
        await page.reload()
        await expect(jobs.getByRole('progressbar')).toBeVisible()
        await page.goto(address)
        await expect(jobs.getByRole('progressbar')).toBeVisible()
        await expectWhole()
      })

      await test.step('one that fails says so, and goes on when it is tried again', async () => {
        await expect
          .poll(
            async () => {
              await hasten()
              return jobs.getByText(words.half).count()
            },
            { timeout: 60_000 },
          )
          .toBe(1)
        await expectWhole()
        await query(`drop trigger refuse on attendance_correction; drop function refuse()`)
        await jobs.getByRole('button', { name: new RegExp(`^${words.again}`) }).click()
        await expect(page.getByText(words.goesOn).first()).toBeVisible()
        await expect(page.getByText(words.done).first()).toBeVisible()
        await expect(jobs).toHaveCount(0)
        await expectWhole()
      })
    } finally {
      await client.end()
    }
  })
}
