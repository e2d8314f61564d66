import { sql, type SQL } from 'drizzle-orm'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import { NEAR, test } from '../../support/browser/fake-camera.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { turnOnSecondStep } from '../../support/browser/turn-on-second-step.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, startSession, toldOnce } from '../fixtures.ts'

test.use({ school: 'face and factor' })

const WORDS = {
  'zh-CN': {
    search: '姓名、拼音或用户名',
    without: '还没有的',
    take: '采集',
    photograph: '拍照',
    save: '保存',
    one: '共 1 张，最多 5 张。',
    question: '再次验证身份',
    password: '当前密码',
    code: '验证码或恢复码',
    prove: '验证',
    close: '取消',
  },
  en: {
    search: 'Name, pinyin or username',
    without: 'Without one',
    take: 'Take a photo',
    photograph: 'Take photo',
    save: 'Save',
    one: '1 of at most 5.',
    question: 'Confirm that it is you',
    password: 'Current password',
    code: 'Verification or recovery code',
    prove: 'Confirm',
    close: 'Cancel',
  },
} as const

for (const [language, width] of toldOnce(PLACES, 1)) {
  const words = WORDS[language]

  test(`an administrator whose second factor is stale is asked for it before a teacher’s face is kept (${language}, ${width} px)`, async ({
    page,
    context,
    camera,
    portal,
    tolerate,
  }) => {
    // The refused calls.
    tolerate(/status of 403/)
    const inDatabase = (statement: SQL) =>
      usePortalData(portal.dataFolder, (database) => database.asOwner((tx) => tx.execute(statement)))
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await inDatabase(sql`delete from recovery_code`)
    await inDatabase(sql`delete from second_step`)
    await inDatabase(sql`delete from face_photo`)
    await inDatabase(sql`
      insert into face_consent (unit_id, user_id, giver, given_by, text_version, language)
      select unit_id, user_id, 'oneself', user_id, ${FACE_CONSENT_VERSION}, 'en' from user_account where login_name = 'teacher'
      on conflict do nothing`)
    await startSession(page, 'admin')
    const codes = await turnOnSecondStep(page)
    await inDatabase(sql`update unit set admin_second_factor = true`)
    await inDatabase(sql`update session set second_factor_at = now() - interval '16 minutes'`)

    await camera.show({ seed: 6, ...NEAR })
    await page.goto('/pages/base/desktop/setting?part=faces')
    await page.getByRole('radio', { name: words.without }).check()
    await page.getByRole('searchbox', { name: words.search }).fill('teacher')
    await page
      .getByRole('row')
      .filter({ has: page.getByText(/· teacher$/) })
      .getByRole('button')
      .click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('button', { name: words.take, exact: true }).click()
    const taking = page.getByRole('dialog').nth(1)
    await taking.getByRole('button', { name: words.photograph, exact: true }).click()
    const save = taking.getByRole('button', { name: words.save, exact: true })
    const question = page.getByRole('dialog', { name: words.question })
    await save.click()
    await expect(question).toHaveCount(1)
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await question.getByRole('button', { name: words.close, exact: true }).click()
    await expect(question).toBeHidden()
    // The photo stays, and can be saved.
    await expect(save).toBeEnabled()
    await save.click()
    await question.getByLabel(words.password, { exact: true }).fill(PASSWORD)
    await question.getByLabel(words.code, { exact: true }).fill(codes.pop() ?? '')
    await question.getByRole('button', { name: words.prove, exact: true }).click()
    await expect(dialog.getByText(words.one)).toBeVisible()
  })
}
