// npm run docs:pictures: takes the pictures of docs/use/images anew, from the built portal with the demo school, in both languages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, loadTypeScript, root } from './ready.mjs'

const PHONE = { width: 440, height: 952 }
const PC = { width: 1280, height: 800 }
const PASSWORD = 'Campus2026'

const WORDS = {
  'zh-CN': {
    absent: /请假$/,
    make: '收作业',
    class: '班级',
    className: '七年级2班',
    title: '标题',
    text: '要求',
    ask: '发给班级',
    homework: ['身边的植物', '画出家附近的三种植物，每种写一句话介绍。拍一张照片交上来就可以。'],
    month: '按月',
  },
  en: {
    absent: /^Report .*absent$/,
    make: 'New hand-in',
    class: 'Class',
    className: 'Grade 7 Class 2',
    title: 'Title',
    text: 'What to hand in',
    ask: 'Ask the class',
    homework: [
      'Plants around us',
      'Draw three plants near your home and write one sentence about each. A photo of the page is enough.',
    ],
    month: 'Month',
  },
}

/** What is drawn of a picture: who looks, on what, where, and what they press. */
const PICTURES = [
  { name: 'parents-home', who: 'parent', size: PHONE },
  {
    name: 'parents-absence',
    who: 'parent',
    size: PHONE,
    act: (page, words) => page.getByRole('button', { name: words.absent }).first().click(),
  },
  { name: 'pupils-home', who: 'student', size: PHONE },
  {
    name: 'pupils-handin',
    who: 'student',
    size: PHONE,
    at: '/pages/files/pc_files_spm/index.html#/hand-ins',
    act: (page, words) => page.getByRole('link', { name: words.homework[0] }).click(),
  },
  { name: 'teachers-desktop', who: 'classteacher', size: PC },
  {
    name: 'teachers-attendance',
    who: 'classteacher',
    size: PC,
    at: '/pages/attendance/pc_attendance_tm/index.html#/group',
    act: (page, words) => page.getByRole('link', { name: words.month, exact: true }).click(),
  },
]

async function visit(browser, origin, language, { who, size, at = '' }) {
  const context = await browser.newContext({ viewport: size, baseURL: origin, reducedMotion: 'reduce' })
  await context.addInitScript((chosen) => {
    localStorage.setItem('lange_', chosen)
    localStorage.setItem('todoPopup', 'false')
  }, language)
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('input[name=username]').fill(who)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator('[data-app-code]').first().waitFor()
  if (at !== '') await page.goto(at)
  return page
}

/** Waits until nothing loads; the stream of live changes keeps the network busy for good. */
const settle = (page) =>
  page.waitForFunction(() => !document.querySelector('main .k-skeleton') && document.fonts.status === 'loaded', null, {
    polling: 500,
  })

async function askForHomework(browser, origin, language) {
  const words = WORDS[language]
  const at = '/pages/files/pc_files_tm/index.html#/hand-ins'
  const page = await visit(browser, origin, language, { who: 'classteacher', size: PC, at })
  await page.getByRole('button', { name: words.make }).first().click()
  await page.getByRole('combobox', { name: words.class }).selectOption({ label: words.className })
  await page.getByRole('textbox', { name: words.title }).fill(words.homework[0])
  await page.getByRole('textbox', { name: words.text }).fill(words.homework[1])
  await page.getByRole('button', { name: words.ask }).click()
  await page.getByRole('heading', { level: 1, name: words.homework[0] }).waitFor()
  await page.context().close()
}

ensureBuilt()
const { startPortal } = await loadTypeScript('tests/support/process/portal-process.ts')
const dataFolder = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
const portal = await startPortal({ dataFolder })
const browser = await chromium.launch({ executablePath: await ensureBrowser() })
try {
  for (const language of Object.keys(WORDS)) {
    await askForHomework(browser, portal.origin, language)
    for (const picture of PICTURES) {
      const page = await visit(browser, portal.origin, language, picture)
      await settle(page)
      await picture.act?.(page, WORDS[language])
      await settle(page)
      const file = `${picture.name}${language === 'en' ? '' : `.${language}`}.webp`
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(join(root, 'docs/use/images', file))
      console.log(file)
      await page.context().close()
    }
  }
} finally {
  await browser.close()
  await portal.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}
