import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, popNothingUp, test as base } from '../fixtures.ts'
import { startPortal } from '../../support/process/portal-process.ts'
import { pageRoot, pickedPeople, rowsIn, sendLogin, slipsIn } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

/** An empty portal that others can reach, and the set-up link that it printed. */
const test = base.extend<{ link: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  async link({}, use) {
    const dataFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-moving-in-'))
    const portal = await startPortal({ dataFolder, env: { HOST: '0.0.0.0' } })
    const printed = () => /http\S+\/setup#\S+/.exec(portal.output)?.[0] ?? ''
    await expect.poll(printed).not.toBe('')
    await use(printed())
    await portal.stop()
    await rm(dataFolder, { recursive: true, force: true })
  },
})

/** Pupils of each of the 28 classes; with a teacher for each class and twelve more people 1,200. */
const CLASS_SIZE = 41
const CLASSES = ['七年级', '八年级', '九年级', '高一'].flatMap((grade) =>
  Array.from({ length: 7 }, (_, index) => ({ grade, name: `${index + 1}班` })),
)
const SURNAMES = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨']
const GIVEN = [...'明远清妍佩珊川溪宁安乐平文博雅']

/** A school's own sheet: people of two types below each other, with headings that schools use. */
function schoolSheet(): string {
  const name = (index: number) =>
    `${SURNAMES[index % 16]}${GIVEN[Math.floor(index / 16) % 15]}${GIVEN[Math.floor(index / 240) % 15]}`
  const teachers = Array.from({ length: CLASSES.length + 24 }, (_, index) => {
    const own = CLASSES[index]
    return ['教师', name(index), `T${String(index + 1).padStart(4, '0')}`, '', own?.grade ?? '', own?.name ?? '']
  })
  const pupils = CLASSES.flatMap(({ grade, name: group }, position) =>
    Array.from({ length: CLASS_SIZE }, (_, index) => {
      const number = `26${String(position + 1).padStart(2, '0')}${String(index + 1).padStart(2, '0')}`
      return ['学生', name(100 + position * CLASS_SIZE + index), number, index % 2 ? '男' : '女', grade, group]
    }),
  )
  return [['身份', '姓名', '编号', '性别', '年级', '班级'], ...teachers, ...pupils]
    .map((row) => row.join(','))
    .join('\n')
}

/** Counts presses with a mouse or a finger in a window, and keys that do the same. */
async function countPresses(context: BrowserContext): Promise<() => number> {
  let count = 0
  await context.exposeBinding('pressed', () => {
    count += 1
  })
  await context.addInitScript(() => {
    const told = (event: Event) => {
      // A label's press arrives once more at its field.
      const again = event instanceof MouseEvent && event.detail === 0 && event.target instanceof HTMLInputElement
      if (event.isTrusted && !again) Reflect.get(window, 'pressed')?.()
    }
    addEventListener('click', told, true)
  })
  return () => count
}

/** A list of choices is opened and one of them pressed. */
const PRESSES_OF_A_LIST = 2

async function signInTo(page: Page, loginName: string, password: string): Promise<void> {
  await sendLogin(page, loginName, password)
}

test('an empty server becomes a school of 1,200, and a pupil signs in by a printed password on a phone, in under 60 presses', async ({
  page,
  context,
  browser,
  link,
}) => {
  test.slow()
  const pressesHere = await countPresses(context)
  let others = 0
  await popNothingUp(context)
  await page.setViewportSize({ width: 1440, height: 900 })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const { port } = new URL(link)

  await test.step('the school is set up by the link', async () => {
    await page.goto(link)
    await field('姓名').fill('平台管理员')
    await field('密码').fill('blue.Teapot44')
    await button('下一步').click()
    await field('中文名称').fill('云溪实验学校')
    await field('英文名称').fill('Yunxi School')
    await button('下一步').click()
    await field('姓名').fill('沈清妍')
    await field('用户名').fill('head')
    await field('密码').fill('kestrel7moss')
    await button('下一步').click()
    await button('跳过邮件，完成设置').click()
  })

  await test.step('its people come from the sheet that the school has', async () => {
    await page.getByRole('link', { name: '用现有的表格导入人员和班级' }).click()
    await signInTo(page, 'head', 'kestrel7moss')
    const chooser = page.waitForEvent('filechooser')
    await page.getByLabel('选择文件，或拖到这里').click()
    await (await chooser).setFiles({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(schoolSheet()) })
    // The file and the button of the system's window.
    others += 2
    await expect(page.getByText('将新增 1200 人')).toBeVisible()
    await button('写入').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '写入' }).click()
    await expect(page.getByText('已新增 1200 人')).toBeVisible()
  })

  const slip = await test.step('a class gets its printed passwords', async () => {
    await page.getByRole('link', { name: '查看人员' }).first().click()
    await page.getByLabel('班级', { exact: true }).selectOption('七年级1班')
    others += PRESSES_OF_A_LIST
    await page.getByLabel('类型', { exact: true }).selectOption('学生')
    others += PRESSES_OF_A_LIST
    await expect(rowsIn(page)).toHaveCount(CLASS_SIZE)
    await page.getByRole('checkbox', { name: '选中这一页' }).check()
    await pickedPeople(page).getByRole('button', { name: '初始密码' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '生成密码' }).click()
    await expect(slipsIn(page)).toHaveCount(CLASS_SIZE)
    const first = slipsIn(page).first()
    const [, loginName = '', password = ''] = await first.getByRole('definition').allTextContents()
    await page.evaluate(() => (window.print = () => window.dispatchEvent(new Event('afterprint'))))
    await button('打印').click()
    await button('关闭').click()
    return { loginName, password }
  })

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' })
  const pressesThere = await countPresses(phone)
  await popNothingUp(phone)
  await test.step('one of its pupils signs in with it on a phone', async () => {
    const own = await phone.newPage()
    await own.goto(`http://localhost:${port}/`)
    await signInTo(own, slip.loginName, slip.password)
    const dialog = own.getByRole('dialog', { name: '设置自己的密码' })
    await dialog.getByLabel('新密码', { exact: true }).fill('kestrel7moss.Nest')
    await dialog.getByRole('button', { name: '使用这个密码' }).click()
    await expect(dialog).toBeHidden()
    await expect(appIcons(pageRoot(own)).first()).toBeVisible()
    // What is typed has to be pressed first: two fields of the sign-in and one of the dialog.
    others += 3
  })

  const presses = pressesHere() + pressesThere() + others
  test.info().annotations.push({ type: 'presses', description: String(presses) })
  expect(pressesHere()).toBeGreaterThan(10)
  expect(presses).toBeLessThan(60)
  // Before the portal ends.
  await Promise.all([phone.close(), page.close()])
})
