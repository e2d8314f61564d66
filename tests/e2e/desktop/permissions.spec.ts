import { sql, type SQL } from 'drizzle-orm'
import type { Locator, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { codeTree, permissionNode } from '../../../contract/endpoints/applications/resources.ts'
import { OPERATOR, PERMISSION_CODES, type PermissionCode } from '../../../contract/permissions.ts'
import { permissionCodes } from '../../../src/app/core/permissions/permissions.ts'
import { chooseEnglish, expect, popNothingUp, startSession, test, type RunningPortal } from '../fixtures.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { attendancePages, pageRoot, headerTools, ownMenu, sectionsOf } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'permissions' })

type Find = (page: Page) => Locator

interface Screen {
  readonly address: string
  /** What is there once the page is drawn, whatever the person may do. */
  readonly drawn: Find
  /** Goes on to where the codes offer something. */
  readonly open?: (page: Page) => Promise<void>
  /** For each code what only its holders see. Codes that mean the same here stand together, and are withdrawn together. */
  readonly offers: readonly (readonly [PermissionCode | readonly PermissionCode[], Find])[]
}

interface Person {
  readonly name: string
  readonly idPath: 'tm' | 'spm'
  /** What the person is offered without a code, for the class that they head. */
  readonly asHead?: readonly PermissionCode[]
}

const PEOPLE: readonly Person[] = [
  { name: 'student', idPath: 'spm' },
  { name: 'parent', idPath: 'spm' },
  { name: 'teacher', idPath: 'tm', asHead: ['attendance_view', 'attendance_approve'] },
  { name: 'staff', idPath: 'tm' },
  { name: 'admin', idPath: 'tm' },
]

const button =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('button', { name })
const onDesktop =
  (code: string): Find =>
  (page) =>
    appIcon(pageRoot(page), code)
const heading =
  (name: string): Find =>
  (page) =>
    page.getByRole('heading', { name, exact: true })
const section =
  (name: string): Find =>
  (page) =>
    sectionsOf(page).getByRole('link', { name, exact: true })
const tab =
  (name: string): Find =>
  (page) =>
    attendancePages(page).getByRole('link', { name })
const notFound = heading('Page not found')
const title: Find = (page) => page.getByRole('heading', { level: 1 })
const setting = (name: string) => `/pages/base/desktop/setting?part=${name}`
const application = (code: string, idPath: string) => `/pages/${code}/pc_${code}_${idPath}/index.html`

const DESKTOP: Screen = {
  address: '/pages/base/pc_desktop_all/index.html',
  drawn: (page) => headerTools(page),
  // The theme is in the person's menu.
  open: (page) => ownMenu(page).click(),
  offers: [
    ['desktop_theme', button('Theme')],
    ['desktop_drag', button('Arrange icons')],
    ['files', onDesktop('files')],
    ['attendance', onDesktop('attendance')],
    ['roster', onDesktop('roster')],
    ['administration', onDesktop('administration')],
  ],
}

/** Chooses a theme that is not the present one, up to the question for whom. */
async function chooseTheme(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change theme' }).click()
  await page.getByRole('radio', { name: 'Green' }).click()
  await page.getByRole('button', { name: 'Use this theme' }).click()
}

/** Every screen on which a code decides what is offered. A screen whose application is not held is not found. */
function screensOf(idPath: string): readonly (Screen & { readonly of?: PermissionCode })[] {
  return [
    DESKTOP,
    {
      of: 'files',
      address: application('files', idPath),
      drawn: (page) => page.getByText('plans.md').first(),
      offers: [
        ['files_upload', button('Upload files')],
        ['files_folder', button('New folder')],
        ['files_download', (page) => page.getByRole('link', { name: /^Download/ }).first()],
        ['files_rename', button(/^Rename/)],
        ['files_remove', button(/^Delete/)],
        ['files_remove', (page) => page.getByRole('link', { name: 'Bin', exact: true })],
        ['files_share', button(/^Share /)],
      ],
    },
    {
      of: 'files',
      address: `${application('files', idPath)}#/hand-ins`,
      drawn: (page) =>
        page
          .getByText('No hand-ins yet')
          .or(page.getByRole('region', { name: /^(To hand in|My hand-ins)$/ }))
          .first(),
      offers: [['files_collect', button('New hand-in')]],
    },
    {
      of: 'attendance',
      address: `${application('attendance', idPath)}#/corrections`,
      drawn: tab('Corrections'),
      offers: [
        ['attendance_approve', (page) => page.getByRole('navigation', { name: 'Which requests' })],
        [['attendance_view', 'attendance_approve'], tab('Records')],
      ],
    },
    {
      of: 'roster',
      address: application('roster', idPath),
      drawn: (page) => page.getByRole('link', { name: 'Grade 4 Class 1' }).first(),
      open: async (page) => {
        await page.getByRole('link', { name: 'Grade 4 Class 1' }).first().click()
        await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible()
      },
      offers: [
        ['roster_contacts', (page) => page.getByRole('link', { name: 'Contact sheet' })],
        ['roster_export', button('Export')],
      ],
    },
    {
      of: 'administration',
      address: application('administration', idPath),
      drawn: (page) =>
        pageRoot(page)
          .getByRole('main')
          .getByRole('heading', { level: 1 })
          .or(page.getByText('Nothing to administer'))
          .first(),
      offers: [
        ['base_people', (page) => page.getByRole('link', { name: 'People', exact: true })],
        ['base_import', (page) => sectionsOf(page).getByRole('link', { name: 'Import and export', exact: true })],
        ['base_role', (page) => page.getByRole('link', { name: 'Roles and permissions' })],
        ['base_application', (page) => page.getByRole('link', { name: 'Apps', exact: true })],
        [['base_message', 'message_classes'], (page) => page.getByRole('link', { name: 'Messages', exact: true })],
        ['base_unit', (page) => page.getByRole('link', { name: 'Branding', exact: true })],
        ['base_unit', section('School settings')],
        ['base_people', section('People')],
        [['base_unit', 'base_user_reset'], section('Sign-in settings')],
        ['base_face', section('Manage faces')],
        ['attendance_admin', section('Attendance settings')],
        ['base_unit', section('Storage')],
        ['base_unit', section('Audit trail')],
      ],
    },
    {
      address: setting('appearance'),
      drawn: title,
      offers: [['desktop_theme', button('Change theme')]],
    },
    {
      of: 'desktop_theme',
      address: setting('appearance'),
      drawn: button('Change theme'),
      open: chooseTheme,
      offers: [['desktop_theme_sync', button('Sync to all users')]],
    },
    {
      address: '/pages/base/pc_desktop_all/index.html',
      drawn: (page) => headerTools(page),
      open: async (page) => {
        await page
          .getByRole('button', { name: /^Messages/ })
          .first()
          .click()
        await expect(button('Ignore all')(page)).toBeVisible()
      },
      offers: [
        [['base_message', 'message_classes'], (page) => page.getByRole('button', { name: 'Write', exact: true })],
      ],
    },
    {
      address: setting('messages'),
      drawn: title,
      offers: [['base_message', (page) => page.getByRole('radiogroup')]],
    },
    {
      of: 'administration',
      address: `${application('administration', idPath)}#/sign-in`,
      drawn: (page) => pageRoot(page).getByRole('main').getByRole('heading').first(),
      offers: [
        ['base_user_reset', heading('Help a person')],
        ['base_unit', heading('Passwords')],
      ],
    },
  ]
}

/**
 * `files_share_all` decides what a search finds (shares.test.ts). `roster_passwords` shows something to teachers of a subject alone (own-classes.test.ts), and no person of a school holds the operator's
 * (tests/e2e/administration/units.spec.ts) or an education office's (areas.spec.ts).
 */
const WITHOUT_SCREEN: ReadonlySet<string> = new Set<PermissionCode>([
  'files_share_all',
  'roster_passwords',
  'base_schools',
  OPERATOR,
])

/** The applications that the end of a service's licence closes. */
const CLOSED_WITHOUT: Readonly<Record<string, readonly string[]>> = {
  storage: ['files'],
  base: ['files', 'attendance', 'roster', 'administration'],
}

function change({ dataFolder }: RunningPortal, ...statements: SQL[]): Promise<unknown> {
  return usePortalData(dataFolder, (database) =>
    database.asOwner(async (tx) => {
      for (const statement of statements) await tx.execute(statement)
    }),
  )
}

/** Takes codes from all people; the returned function gives them back. */
async function withdraw(portal: RunningPortal, codes: readonly string[]): Promise<() => Promise<void>> {
  const of = sql.join(
    codes.map((code) => sql`${code}`),
    sql`, `,
  )
  await change(
    portal,
    sql`create table taken as select * from permission_grant where code in (${of})`,
    sql`delete from permission_grant where code in (${of})`,
  )
  return async () => {
    await change(portal, sql`insert into permission_grant select * from taken`, sql`drop table taken`)
  }
}

/** The person's codes, as the server tells them. */
async function readCodes(page: Page): Promise<ReadonlySet<string>> {
  const response = await page.request.get(codeTree.path, { params: { code: '' } })
  return permissionCodes(z.parse(z.array(permissionNode), (await response.json()).data))
}

for (const { name, idPath, asHead = [] } of PEOPLE) {
  test(`${name}: the screens offer what the server permits, without each code and each licence`, async ({
    page,
    context,
    portal,
  }) => {
    test.slow()
    await chooseEnglish(context)
    await popNothingUp(context)
    await startSession(page, name)
    await page.goto(application('files', idPath))
    const chooser = page.waitForEvent('filechooser')
    await button('Upload files')(page).click()
    await (await chooser).setFiles({ name: 'plans.md', mimeType: 'text/markdown', buffer: Buffer.from(name) })
    await expect(page.getByRole('link', { name: 'Download plans.md' }).first()).toBeVisible()
    const held = await readCodes(page)
    const shown = new Set<string>()

    for (const { of, address, drawn, open, offers } of screensOf(idPath)) {
      await test.step(address, async () => {
        if (of && !held.has(of)) {
          await page.goto(address)
          await expect(of === 'desktop_theme' ? title(page) : notFound(page)).toBeVisible()
          return
        }
        const look = async (withdrawn: readonly string[]) => {
          await page.goto('about:blank')
          await page.goto(address)
          await expect(drawn(page)).toBeVisible()
          await open?.(page)
          const isOffered = (codes: PermissionCode | readonly PermissionCode[]) =>
            [codes].flat().some((code) => asHead.includes(code) || (held.has(code) && !withdrawn.includes(code)))
          // First what is there: by then the rest would be, too.
          for (const visible of [true, false])
            for (const [codes, find] of offers.filter(([each]) => isOffered(each) === visible))
              await expect(find(page), `${codes.toString()} without ${withdrawn.toString()}`).toBeVisible({ visible })
        }
        await look([])
        for (const codes of offers
          .map(([each]) => [each].flat())
          .filter((each) => each.some((code) => held.has(code)))) {
          for (const code of codes) shown.add(code)
          const giveBack = await withdraw(portal, codes)
          await look(codes)
          await giveBack()
        }
      })
    }
    for (const [service, closed] of Object.entries(CLOSED_WITHOUT)) {
      await test.step(`the licence of ${service} has ended`, async () => {
        await change(portal, sql`update licence set ends_at = now() - interval '31 days' where server_id = ${service}`)
        for (const code of ['files', 'attendance', 'roster']) {
          if (!held.has(code)) continue
          await page.evaluate(() => sessionStorage.clear())
          await page.goto(application(code, idPath))
          const isClosed = closed.includes(code)
          const dialog = page.getByRole('alertdialog', { name: 'Module expired' })
          await expect(isClosed ? dialog : page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
          await expect(dialog).toBeVisible({ visible: isClosed })
        }
        await change(portal, sql`update licence set ends_at = now() + interval '1 year'`)
      })
    }
    const decides = (code: string) => PERMISSION_CODES.includes(code as PermissionCode) && !WITHOUT_SCREEN.has(code)
    expect([...held].filter((code) => decides(code) && !shown.has(code))).toEqual([])
  })
}
