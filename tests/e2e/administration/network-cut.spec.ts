import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { linkAccounts } from '../../../contract/endpoints/people/guardians.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { AWAY, chooseEnglish, expect, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { noticeOf } from '../../support/browser/parts.ts'

test.use({ school: 'network-cut', viewport: { width: 390, height: 844 } })

const APPLICATION = '/pages/administration/pc_administration_tm/index.html'
/** Of a form, and of a question. */
const CUT = /You are offline/
/** Of a control. */
const REASON = 'You are offline. You can do this when you are back online'

test.beforeEach(async ({ page, context, tolerate }) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await popNothingUp(context)
  await startSession(page, 'admin')
})

/** Fails every call of an endpoint while `work` runs, as a network does that is not known to be away. */
async function withoutAnswer(page: Page, { path }: { path: string }, work: () => Promise<void>): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort('connectionfailed'))
  await work()
  await page.unroute(`**${path}`)
}

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

test('a role of a part is given once the network is back, with whom and where as they were chosen (en, 390 px)', async ({
  page,
  context,
  portal,
}) => {
  const roleId = await usePortalData(portal.dataFolder, async (database) => {
    const { rows } = await database.asOwner((tx) =>
      tx.execute<{ role_id: string }>(sql`
        with school as (select unit_id from unit_host where host = 'localhost'),
          added as (insert into role (unit_id, service, code, name, english_name) select unit_id, 'own', 'ASSIST', '年级助理', 'Grade assistant' from school
            returning unit_id, role_id),
          granted as (insert into permission_grant (unit_id, code, role_id) select unit_id, unnest(array['administration', 'base_people']), role_id from added)
        select role_id from added`),
    )
    return rows[0]?.role_id ?? ''
  })
  await page.goto(`${APPLICATION}#/roles/${roleId}`)
  await page.getByRole('button', { name: 'Add members', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const search = dialog.getByRole('searchbox', { name: 'Give it to' })
  const where = dialog.getByLabel('Where it applies')
  const give = dialog.getByRole('button', { name: 'Give', exact: true })
  const offered = dialog.getByRole('listbox', { name: 'Give it to' }).getByRole('option')
  await where.selectOption({ label: 'Grade 4' })
  await context.setOffline(true)
  await expect(dialog.getByRole('status').filter({ hasText: CUT })).toBeVisible()
  await expect(give).toBeDisabled()
  await search.fill('linzhiyuan')
  await expectWhole(page)
  await context.setOffline(false)
  await expect(dialog.getByRole('status').filter({ hasText: CUT })).toHaveCount(0)
  // What was looked for meanwhile is found without another letter.
  await offered.filter({ hasText: 'teacher' }).first().click()
  await withoutAnswer(page, unitRoles.assign, async () => {
    await give.click()
    await expect(dialog.getByRole('alert')).toContainText('Network Error. Check the connection and try again')
  })
  await expect(dialog.getByRole('list', { name: 'Give it to' })).toContainText('Lin Zhiyuan')
  await expect(where.getByRole('option', { selected: true })).toHaveText('Grade 4')
  await give.click()
  await expect(page.getByText('Given to 1 member')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toContainText('Grade 4')
})

test('the accounts of one person are linked and separated once the network is back (en, 390 px)', async ({
  page,
  context,
}) => {
  const answer = await page.request.get(`${people.list.path}?query=p20260103&userType=3`)
  const [parent] = (await answer.json()).data.people
  await page.goto(`${APPLICATION}#/people/account/${parent.id}`)
  const other = page.getByRole('region', { name: 'Other account of the same person' })
  const dialog = page.getByRole('dialog')
  await other.getByRole('button', { name: 'Link a teacher account' }).click()
  await dialog.getByRole('searchbox', { name: 'Teacher' }).fill('t')
  await dialog.getByRole('listbox', { name: 'Teacher' }).getByRole('option').last().click()
  const chosen = await dialog.getByRole('list', { name: 'Teacher' }).innerText()
  const link = dialog.getByRole('button', { name: 'Link', exact: true })
  await context.setOffline(true)
  await expect(dialog.getByRole('status').filter({ hasText: CUT })).toBeVisible()
  await expect(link).toBeDisabled()
  await expectWhole(page)
  await context.setOffline(false)
  await withoutAnswer(page, linkAccounts, async () => {
    await link.click()
    await expect(dialog.getByRole('alert')).toContainText('Network Error. Check the connection and try again')
  })
  await expect(dialog.getByRole('list', { name: 'Teacher' })).toHaveText(chosen)
  await link.click()
  await expect(page.getByText('The two accounts are now linked')).toBeVisible()

  await other.getByRole('button', { name: 'Remove the link' }).click()
  const question = page.getByRole('alertdialog')
  const remove = question.getByRole('button', { name: 'Remove the link' })
  await context.setOffline(true)
  await expect(question.getByRole('status').filter({ hasText: CUT })).toBeVisible()
  await expect(remove).toBeDisabled()
  await context.setOffline(false)
  await remove.click()
  await expect(page.getByText('The link was removed')).toBeVisible()
})

test('first links are mailed once the network is back, the way as it was chosen (en, 390 px)', async ({
  page,
  context,
  portal,
}) => {
  const headers = { 'x-portal-device': 'pc', origin: portal.url }
  const { mailVersion: version } = (await (await page.request.get(signInAdmin.settings.path)).json()).data
  const server = { host: 'localhost', port: 2525, secure: 'none', username: '', fromAddress: 'portal@riverside.test' }
  const saved = await page.request.post(signInAdmin.saveMail.path, { headers, data: { ...server, version } })
  expect((await saved.json()).code).toBe('ok')
  const answer = await page.request.get(`${people.list.path}?query=p20260103&userType=3`)
  const [parent] = (await answer.json()).data.people
  await page.goto(`${APPLICATION}#/people/account/${parent.id}`)
  await page.getByRole('button', { name: 'First password', exact: true }).click()
  const question = page.getByRole('alertdialog')
  const byMail = question.getByRole('radio', { name: 'By email' })
  const send = question.getByRole('button', { name: 'Send links' })
  await byMail.check()
  await send.focus()
  await context.setOffline(true)
  await expect(question.getByRole('status').filter({ hasText: CUT })).toBeVisible()
  await expect(send).toBeDisabled()
  // Whoever works by keyboard stays where they were, and hears why.
  await expect(send).toBeFocused()
  await expect(send).toHaveAccessibleDescription(/^You are offline/)
  await expectWhole(page)
  await context.setOffline(false)
  await withoutAnswer(page, people.mailFirstLinks, async () => {
    await send.click()
    await expect(question.getByRole('alert')).toContainText('Network Error. Check the connection and try again')
  })
  await expect(byMail).toBeChecked()
  await send.click()
  await expect(noticeOf(page, 'no email address')).toBeVisible()
  await expect(question).toBeHidden()
  await page.request.post(signInAdmin.deleteMail.path, { headers, data: {} })
})

test('an undo of an import that fails without a network still says what stands in its way, and takes back the rest later (en, 390 px)', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  // The undo of all of it.
  tolerate(/status of 409/)
  const headers = { 'x-portal-device': 'pc', origin: portal.url }
  const buffer = Buffer.from('类型,姓名,工号\n职工,许望舒,NC001\n职工,许望岳,NC002\n')
  const read = await page.request.post(imports.preview.path, {
    headers,
    multipart: { file: { name: 'cut.csv', mimeType: 'text/csv', buffer } },
  })
  const { importId } = (await read.json()).data
  await page.request.post(imports.apply.path, {
    headers,
    data: { importId, confirmDeactivation: false, leaveOut: false },
  })
  const state = async () =>
    (await (await page.request.get(`${imports.summary.path}?importId=${importId}`)).json()).data.status
  await expect.poll(state).toBe('applied')
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`
        insert into role_member (unit_id, role_id, user_id) select a.unit_id, r.role_id, a.user_id from user_account a
        join staff_member s using (user_id) join role r on r.unit_id = a.unit_id and r.code = 'REGISTRY' where s.staff_number = 'NC001'`),
    ),
  )

  await page.goto(`${APPLICATION}#/imports`)
  await page.getByRole('button', { name: 'Undo the import of cut.csv' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Undo the import' }).click()
  const obstacles = question.getByRole('list', { name: 'Changed or used since' })
  const rest = question.getByRole('button', { name: 'Undo the other one' })
  await expect(obstacles).toContainText('has been given a role')
  await withoutAnswer(page, imports.undo, async () => {
    await rest.click()
    await expect(question.getByRole('alert')).toContainText(/Check the connection and try again$/)
  })
  await expect(obstacles).toContainText('许望舒')
  await expect(rest).toBeEnabled()
  await context.setOffline(true)
  await expect(question.getByRole('status').filter({ hasText: CUT })).toBeVisible()
  await expect(rest).toBeDisabled()
  await expect(obstacles).toContainText('许望舒')
  await expectWhole(page)
  await context.setOffline(false)
  await rest.click()
  await expect(question).toBeHidden()
  await expect.poll(state).toBe('undone')
})

test('a list and a checkbox that are sent at once keep the focus, say why, and change nothing without a network (en, 390 px)', async ({
  page,
  context,
}) => {
  const answer = await page.request.get(`${people.list.path}?query=20260103&userType=1`)
  const [pupil] = (await answer.json()).data.people
  await page.goto(`${APPLICATION}#/people/pupil/${pupil.id}`)
  const guardians = page.getByRole('region', { name: 'Parents', exact: true })
  const relation = guardians.getByRole('combobox').first()
  const consents = guardians.getByRole('checkbox', { name: /may give consent/ }).first()
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  const before = [await relation.inputValue(), await consents.isChecked()]

  await relation.focus()
  await context.setOffline(true)
  await expect(relation).toHaveAttribute('aria-disabled', 'true')
  await expect(relation).toBeFocused()
  await expect(relation).toHaveAccessibleDescription(REASON)
  await page.keyboard.press('ArrowDown')
  await expect(noticeOf(page, REASON)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(consents).toBeFocused()
  await expect(consents).toHaveAccessibleDescription(REASON)
  await page.keyboard.press('Space')
  expect([await relation.inputValue(), await consents.isChecked()]).toEqual(before)
  await expectWhole(page)
  expect(sent).not.toContain(people.saveGuardian.path)

  await context.setOffline(false)
  await expect(consents).not.toHaveAttribute('aria-disabled')
  await consents.press('Space')
  await expect(page.getByText('The parent’s permissions were saved')).toBeVisible()
  await expect(consents).toBeChecked({ checked: !before[1] })
})
