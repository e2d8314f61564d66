import { expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'school-year', viewport: { width: 1440, height: 900 } })

test('an administrator turns the school year, and takes it back (zh-CN, 1440 px)', async ({ page, context }) => {
  test.slow()
  await popNothingUp(context)
  await signIn(page, 'admin')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const next = button('下一步')
  const expectWhole = async () => {
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
  }
  const stepTitle = (name: string) => page.getByRole('heading', { level: 2, name })

  await test.step('the year and its terms are suggested; days in the wrong order are told at their field', async () => {
    await appIcon(pageRoot(page), 'administration').click()
    await page.getByRole('link', { name: '班级与部门', exact: true }).click()
    await page.getByRole('link', { name: '升入新学年' }).click()
    await expect(stepTitle('新学年')).toBeVisible()
    await expectWhole()
    const begins = page.getByLabel('开始').first()
    const day = await begins.inputValue()
    await begins.fill('2020-09-01')
    await next.click()
    await expect(page.getByText('新学年要在本学年结束以后开始')).toBeVisible()
    await expect(begins).toBeFocused()
    await begins.fill(day)
    await next.press('Enter')
    await expect(stepTitle('班级')).toBeFocused()
  })

  await test.step('a class is called otherwise, and another new one is added', async () => {
    await expectWhole()
    await button('编辑四年级1班').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称', { exact: true }).fill('火箭班')
    await expectWhole()
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('七年级火箭班')).toBeVisible()
    await button('添加班级').click()
    await dialog.getByLabel('名称', { exact: true }).fill('2班')
    await dialog.getByRole('button', { name: '添加' }).click()
    await expect(page.getByText('同一年级里有同名的班级')).toBeVisible()
    await page.getByRole('button', { name: '编辑新班级四年级2班' }).last().click()
    await dialog.getByLabel('名称', { exact: true }).fill('3班')
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('同一年级里有同名的班级')).toBeHidden()
    await next.click()
  })

  await test.step('a pupil leaves, another stays back', async () => {
    await expect(stepTitle('个别学生')).toBeFocused()
    await page.getByLabel('查看班级').selectOption({ label: '四年级1班' })
    const pupils = page.getByRole('listitem').filter({ has: page.getByRole('combobox') })
    await expect(pupils).toHaveCount(32)
    await pupils.nth(0).getByRole('combobox').selectOption({ label: '离校' })
    await pupils.nth(1).getByRole('combobox').selectOption({ label: '留级到四年级3班' })
    await expect(page.getByRole('heading', { name: '选出的学生（2）' })).toBeVisible()
    await expectWhole()
    await next.click()
  })

  await test.step('what was chosen is still there after a visit to the list of people', async () => {
    await expect(stepTitle('预览与确认')).toBeFocused()
    await page.getByRole('link', { name: '人员', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '人员' })).toBeVisible()
    await page.goBack()
    await expect(stepTitle('预览与确认')).toBeVisible()
  })

  await test.step('the preview has each class with its numbers, and nothing is written before it is confirmed', async () => {
    const row = page.getByRole('row').filter({ hasText: '四年级1班' }).first()
    await expect(row).toContainText('七年级火箭班')
    await expect(row).toContainText('离校 1 人、转出 1 人')
    await expect(page.getByRole('row').filter({ hasText: '毕业 32 人' })).toHaveCount(2)
    await expectWhole()
    await button('升入新学年').click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('64 名学生毕业')
    await expectWhole()
    await dialog.getByRole('button', { name: '升入新学年' }).click()
    await expect(page.getByRole('heading', { level: 2, name: /^已从 .* 升到 / })).toBeVisible()
    await expectWhole()
  })

  await test.step('the classes are the new ones; one that was changed since stands in the way of the undo', async () => {
    await page.getByRole('link', { name: '班级与部门' }).last().click()
    await button('编辑火箭班').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称', { exact: true }).fill('飞船班')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: '升入新学年' }).click()
    await expect(page.getByText('1 个班级改过')).toContainText('七年级飞船班')
    await expect(button('撤销升学年')).toBeDisabled()
    await expectWhole()
  })

  await test.step('once that is put back, the undo brings everything back', async () => {
    await page.getByRole('link', { name: '班级与部门' }).last().click()
    await button('编辑飞船班').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称', { exact: true }).fill('火箭班')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: '升入新学年' }).click()
    await button('撤销升学年').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '撤销升学年' }).click()
    await expect(stepTitle('新学年')).toBeVisible()
    await page.getByRole('link', { name: '班级与部门' }).last().click()
    await expect(page.getByRole('link', { name: '32 名学生' })).toHaveCount(4)
    await expect(page.getByRole('listitem').filter({ hasText: '火箭班' })).toHaveCount(0)
  })
})
