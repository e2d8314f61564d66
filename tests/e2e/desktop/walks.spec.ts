import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { isPhone } from '../../support/browser/header-tools.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { pageRoot, ownMenu, palette, todayCard } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'walks' })

/** Presses from the desktop to a place, at most; typing a name is none. */
const MOST = 2

interface Walk {
  readonly who: string
  readonly what: string
  readonly width: 390 | 1440
  /** Goes there; `press` counts. */
  readonly go: (page: Page, press: (target: Locator) => Promise<void>) => Promise<void>
  /** What stands there. */
  readonly there: (page: Page) => Locator
}

/** Through the search of the header. */
const search =
  (typed: string, result: RegExp): Walk['go'] =>
  async (page, press) => {
    await press(page.getByRole('button', { name: /^Search/ }).first())
    await palette(page).getByRole('combobox').fill(typed)
    await press(palette(page).getByRole('option', { name: result }).first())
  }

const WALKS: readonly Walk[] = [
  {
    who: 'teacher',
    what: 'to the upload of a folder',
    width: 1440,
    go: (page, press) => press(appIcon(pageRoot(page), 'files')),
    there: (page) => page.getByRole('button', { name: 'Upload folder' }),
  },
  {
    who: 'teacher',
    what: 'to the attendance of a pupil',
    width: 1440,
    go: search('吕明玥', /attendance/i),
    there: (page) => page.getByRole('heading', { level: 2, name: 'Lü Mingyue' }),
  },
  {
    who: 'teacher',
    what: 'to the themes',
    width: 1440,
    async go(page, press) {
      await press(ownMenu(page))
      await press(page.getByRole('button', { name: 'Theme' }).filter({ visible: true }).first())
    },
    there: (page) => page.getByRole('dialog', { name: 'Theme' }),
  },
  {
    who: 'parent',
    what: 'to the other child',
    width: 390,
    go: (page, press) => press(page.getByRole('radio', { name: /^Lin Chuan/ })),
    there: (page) => page.getByRole('radio', { name: /^Lin Chuan/, checked: true }),
  },
  {
    who: 'parent',
    what: 'to the table of all children',
    width: 390,
    async go(page, press) {
      await press(ownMenu(page))
      await press(page.getByRole('button', { name: /^Choose child/ }))
    },
    there: (page) => page.getByRole('button', { name: 'Enter: Lin Chuan' }),
  },
  {
    who: 'parent',
    what: 'to a form that is to be signed',
    width: 390,
    async go(page, press) {
      await press(todayCard(page, 'Lin Xi').getByRole('button', { name: /to-dos about/ }))
      await press(page.getByRole('button', { name: /^Sign:/ }).first())
    },
    there: (page) => page.getByRole('dialog', { name: 'Sign' }),
  },
  {
    who: 'parent',
    what: 'to a notice that excuses a child',
    width: 390,
    go: (page, press) => press(todayCard(page, 'Lin Xi').getByRole('button', { name: 'Report Lin Xi absent' })),
    there: (page) => page.getByRole('dialog', { name: /Lin Xi/ }),
  },
  {
    who: 'parent',
    what: 'to a child’s arrivals',
    width: 390,
    go: (page, press) => press(todayCard(page, 'Lin Xi').getByRole('link')),
    there: (page) => page.getByRole('heading', { level: 1, name: 'My children' }),
  },
  {
    who: 'teacher',
    what: 'to a message to the own class',
    width: 390,
    async go(page, press) {
      await press(page.getByRole('button', { name: /^Messages/ }).first())
      await press(page.getByRole('button', { name: 'Write', exact: true }).first())
    },
    there: (page) => page.getByRole('heading', { level: 1, name: 'Write a message' }),
  },
  {
    who: 'admin',
    what: 'to a message to one class',
    width: 1440,
    async go(page, press) {
      await press(page.getByRole('button', { name: /^Messages/ }).first())
      await press(
        page
          .getByRole('link', { name: 'Write' })
          .or(page.getByRole('button', { name: 'Write' }))
          .first(),
      )
    },
    there: (page) => page.getByRole('heading', { level: 1, name: 'Write a message' }),
  },
  {
    who: 'admin',
    what: 'to the password rule',
    width: 1440,
    go: search('password rule', /sign-in|password/i),
    there: (page) => page.getByRole('heading', { name: /password/i }).first(),
  },
  {
    who: 'admin',
    what: 'to who lacks a face',
    width: 1440,
    go: search('faces', /^Manage faces/),
    there: (page) => page.getByRole('heading', { level: 1, name: 'Manage faces' }),
  },
  {
    who: 'student',
    what: 'to what is to be handed in',
    width: 390,
    go: (page, press) => press(todayCard(page, 'To hand in').getByRole('link')),
    there: (page) => page.getByRole('heading', { level: 1, name: 'My home town' }),
  },
]

test.beforeAll(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`
        insert into hand_in (unit_id, class_id, author_id, title, body, due_at, max_files)
        select s.unit_id, s.class_id, c.head_teacher_id, 'My home town', '', now() + interval '1 day', 3
        from student s join class_group c using (class_id) join user_account a on a.user_id = s.user_id where a.login_name = 'student'`),
    ),
  ),
)

for (const { who, what, width, go, there } of WALKS)
  test(`from the desktop ${what} takes the ${who} at most two presses (en, ${width} px)`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, who)
    expect(isPhone(page)).toBe(width === 390)
    let presses = 0
    await go(page, async (target) => {
      presses += 1
      await target.click()
    })
    await expect(there(page)).toBeVisible()
    expect(presses).toBeLessThanOrEqual(MOST)
    expect(await findViolations(page)).toEqual([])
  })
