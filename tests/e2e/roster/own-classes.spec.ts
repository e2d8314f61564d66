import { sql } from 'drizzle-orm'
import { chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { pageRoot, sendLogin, slipsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'own-classes', viewport: { width: 390, height: 844 } })

test('a class teacher sees who never signed in, and gives a pupil a new first password (en, 390 px)', async ({
  page,
  context,
  browser,
  portal,
  tolerate,
}) => {
  test.slow()
  // The class that another teacher heads by then.
  tolerate(/status of 403/)
  const setHead = (loginName: string) =>
    usePortalData(portal.dataFolder, (database) =>
      database.asOwner((tx) =>
        tx.execute(sql`
          update class_group c set head_teacher_id = (
            select a.user_id from user_account a where a.unit_id = c.unit_id and a.login_name = ${loginName})
          from student s join user_account p on p.user_id = s.user_id join unit_host h on h.unit_id = s.unit_id and h.host = 'localhost'
          where c.class_id = s.class_id and p.login_name = 'student'`),
      ),
    )
  await chooseEnglish(context)
  await popNothingUp(context)
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('afterprint'))
  })
  await signIn(page, 'classteacher')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const expectWhole = async () => {
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
  }

  await test.step('from the desktop to the own class', async () => {
    await appIcon(pageRoot(page), 'roster').click()
    await page.getByRole('link', { name: 'Grade 7 Class 2' }).click()
    await page.getByRole('link', { name: 'Pupil sign-ins' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pupil sign-ins of Grade 7 Class 2' })).toBeFocused()
    await expect(page.getByRole('row')).toHaveCount(33)
    await expectWhole()
  })

  await test.step('those who never signed in are chosen by keyboard', async () => {
    await page.getByRole('radio', { name: /^Never signed in/ }).press('Space')
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await expect(boxes.first()).toBeVisible()
    await boxes.first().press('Space')
    await expect(button('Print slips for 1')).toBeVisible()
    await expectWhole()
    await page.getByRole('radio', { name: /^All/ }).press('Space')
  })

  const password =
    await test.step('a pupil gets a new password on a slip, which is asked for before it closes', async () => {
      const row = page.getByRole('row').filter({ hasText: 'student' }).first()
      await row.getByRole('button', { name: /^Reset the password/ }).click()
      await expectWhole()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create passwords' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'First passwords' })).toBeFocused()
      await expectWhole()
      await expect(slipsIn(page)).toHaveCount(1)
      const typed = await slipsIn(page).getByRole('definition').allTextContents()
      await button('Close').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await button('Print').click()
      await button('Close').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pupil sign-ins of Grade 7 Class 2' })).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: 'First password' })).toHaveCount(1)
      return typed.at(-1) ?? ''
    })

  await test.step('the pupil signs in with it', async () => {
    const other = await browser.newContext({ baseURL: portal.url })
    await popNothingUp(other)
    const pupil = await other.newPage()
    await pupil.goto('/login')
    await sendLogin(pupil, 'student', password)
    await expect(pupil.getByRole('dialog')).toBeVisible()
    await other.close()
  })

  await test.step('when another teacher heads the class, it is gone with the next call', async () => {
    await setHead('staff')
    await page.reload()
    await expect(page.getByText('This could not be loaded')).toBeVisible()
    await expectWhole()
    await page.getByRole('link', { name: 'All classes' }).click()
    await expect(page.getByRole('link', { name: 'Grade 7 Class 2' })).toBeHidden()
  })
})
