import { sql } from 'drizzle-orm'
import { chooseEnglish, expect, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'

test.use({ school: 'two-people', viewport: { width: 390, height: 844 } })

const SETTINGS = '/pages/administration/pc_administration_tm/index.html#/sign-in'
const ADMINISTRATORS_ONLY = 'Only administrators of the school can change'

test('who holds the settings of the school alone sees what only administrators may change, and why (en, 390 px)', async ({
  page,
  context,
  portal,
}) => {
  await chooseEnglish(context)
  await popNothingUp(context)
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`
        with school as (select unit_id from unit_host where host = 'localhost'),
          added as (insert into role (unit_id, service, code, name, english_name) select unit_id, 'own', 'SETTINGS', '单位设置', 'Settings' from school
            returning unit_id, role_id),
          granted as (insert into permission_grant (unit_id, code, role_id) select unit_id, unnest(array['administration', 'base_unit']), role_id from added)
        insert into role_member (unit_id, role_id, user_id)
        select a.unit_id, added.role_id, a.user_id from added join user_account a on a.unit_id = added.unit_id and a.login_name = 'staff'`),
    ),
  )
  await startSession(page, 'admin')
  await page.goto(`${SETTINGS}/clients`)
  await expect(page.getByRole('button', { name: 'Register an app' })).toBeVisible()
  const made = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-portal-device': 'pc' }
    const post = async (action: string, body: object) => {
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await (await fetch(`/api/uaa/admin/sign_in/${action}`, sent)).json()).code
    }
    const client = {
      name: '课表',
      englishName: 'Timetable',
      enabled: true,
      redirectUris: ['https://timetable.example.com/'],
      postLogoutRedirectUris: [],
      ownScopes: [],
      trusted: false,
      entryUrl: '',
      mayIssueTickets: true,
      adminTickets: true,
      pkceRequired: true,
      backchannelLogoutUri: '',
      backchannelLogoutSessionRequired: false,
      confidential: true,
      version: null,
    }
    const reader = {
      ...client,
      name: '名单',
      englishName: 'Roster reader',
      redirectUris: [],
      ownScopes: ['https://purl.imsglobal.org/spec/or/v1p2/scope/roster.readonly'],
      mayIssueTickets: false,
      adminTickets: false,
    }
    const provider = {
      kind: 'wecom',
      name: '企业微信',
      englishName: 'WeCom of the school',
      enabled: false,
      baseUrl: '',
      clientId: 'ww0123456789abcdef',
      clientSecret: 'provider-secret-1',
      agentId: '1000002',
      apiUrl: '',
      scopes: '',
      tenants: [],
      anyTenant: false,
      version: null,
    }
    return [await post('save_client', client), await post('save_client', reader), await post('save_provider', provider)]
  })
  expect(made).toEqual(['ok', 'ok', 'ok'])

  // Another fragment alone would load nothing.
  await page.goto('about:blank')
  await context.clearCookies()
  await startSession(page, 'staff')
  await test.step('an application whose tickets are for administrators, and the switch for it', async () => {
    await page.goto(`${SETTINGS}/clients`)
    const row = page.getByRole('listitem').filter({ hasText: 'Timetable' })
    await expect(row).toContainText(ADMINISTRATORS_ONLY)
    await expect(row.getByRole('button')).toHaveCount(1)
    await expect(row.getByRole('button', { name: 'Delete Timetable' })).toBeVisible()
    await page.getByRole('button', { name: 'Register an app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('More settings').click()
    await dialog.getByRole('checkbox', { name: 'May issue tickets' }).check()
    const forAdministrators = dialog.getByRole('checkbox', { name: 'For administrators too' })
    await expect(forAdministrators).toBeDisabled()
    await expect(forAdministrators).toHaveAccessibleDescription(new RegExp(ADMINISTRATORS_ONLY))
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('an application that reads rosters: none is registered, and this one gets no new secret', async () => {
    await page.getByRole('button', { name: 'Register an app' }).click()
    const kinds = page.getByRole('dialog').getByLabel('Type of app')
    await expect(kinds.getByRole('option')).toHaveText([/keeps a secret/, /keeps no secret/])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit Roster reader' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('checkbox', { name: 'All rosters' })).toBeChecked()
    await expect(dialog.getByText('You can only choose what you may do yourself')).toBeVisible()
    await expect(dialog.getByText('It may do more than you can allow.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'New secret' })).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('accounts elsewhere, whose providers are administrators’ to add, change and delete', async () => {
    await page.goto(`${SETTINGS}/methods`)
    const row = page.getByRole('listitem').filter({ hasText: 'WeCom of the school' })
    await expect(row).toContainText(ADMINISTRATORS_ONLY)
    await expect(row.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add a provider' })).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('the mail server and the protection of the administration', async () => {
    await page.goto(`${SETTINGS}/protection`)
    await expect(page.getByRole('textbox', { name: 'Mail server' })).toBeDisabled()
    await expect(page.getByRole('checkbox', { name: 'Administrators need two-step verification' })).toBeDisabled()
    await expect(page.getByText(ADMINISTRATORS_ONLY).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add my address' }).first()).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
  })
})
