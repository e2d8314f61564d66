// npm run docs:pictures [NAME…]: takes the pictures of docs/use/images and docs/images anew, from the built portal with the demo school.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, loadTypeScript, root } from './ready.mjs'

/** A page is as wide as the text of a help page on a phone. A PC's is drawn smaller than it is, so it gets more pixels. */
const PHONE = { viewport: { width: 440, height: 952 } }
const SHORT_PHONE = { viewport: { width: 440, height: 640 } }
const PC = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const TABLET = { viewport: { width: 640, height: 860 } }
const PASSWORD = 'Campus2026'
const ADMINISTRATION = '/pages/administration/pc_administration_tm/index.html'

/** The texts of the screens, as they are now: by their locale file. */
const textsOf = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const texts = (language) => ({
  absences: textsOf(`src/app/locales/${language}/absences.json`),
  fields: textsOf(`src/app/locales/${language}/fields.json`),
  setup: textsOf(`src/app/locales/${language}/setup.json`),
  slips: textsOf(`src/app/locales/${language}/slips.json`),
  station: textsOf(`src/app/locales/${language}/station.json`),
  today: textsOf(`src/app/locales/${language}/today.json`),
  administration: textsOf(`apps/administration/locales/${language}.json`),
  attendance: textsOf(`apps/attendance/locales/${language}.json`),
  files: textsOf(`apps/files/locales/${language}.json`),
})

/** What people of the school write. */
const WRITTEN = {
  'zh-CN': {
    class: '七年级2班',
    homework: ['身边的植物', '画出家附近的三种植物，每种写一句话介绍。拍一张照片交上来就可以。'],
    absence: '感冒发烧，医生让在家休息。',
  },
  en: {
    class: 'Grade 7 Class 2',
    homework: [
      'Plants around us',
      'Draw three plants near your home and write one sentence about each. A photo of the page is enough.',
    ],
    absence: 'A cold and a fever. The doctor says to rest at home.',
  },
}

const SHEET = `Forename,Surname,Number,Sex,Birthday,Grade,Class,Guardian 1 name,Guardian 1 relation,Guardian 1 phone
Aoife,Brennan,2027001,F,3/9/2020,Grade 1,Class 1,Siobhan Brennan,Mother,07700 900101
Daniel,Osei,2027002,M,21/11/2019,Grade 1,Class 1,Kwame Osei,Father,07700 900102
Mia,Hartley,2027003,F,14/2/2020,Grade 1,Class 1,Ruth Hartley,Mother,07700 900103
Rohan,Mehta,2027004,M,30/6/2020,Grade 1,Class 2,Anita Mehta,Mother,07700 900104
Sofia,Novak,2027005,F,8/12/2019,Grade 1,Class 2,Petr Novak,Father,07700 900105
Tom,Whitfield,2027006,M,31/4/2020,Grade 1,Class 2,Jane Whitfield,Mother,07700 900106
`

/** Ten to nine in the demo school, on the last day that has one and is no Saturday or Sunday: who is late has come, and nobody has left. */
function lastMorning() {
  const morning = new Date()
  morning.setUTCHours(0, 50, 0, 0)
  while (morning > Date.now() || morning.getUTCDay() % 6 === 0) morning.setUTCDate(morning.getUTCDate() - 1)
  return morning
}
const MORNING = lastMorning()

/** The school day after it. */
function nextDay() {
  const next = new Date(MORNING)
  do next.setUTCDate(next.getUTCDate() + 1)
  while (next.getUTCDay() % 6 === 0)
  return next.toISOString().slice(0, 10)
}

/** What sets the clock of a page and of the server back to it. The database's is right, so sessions last. */
const SET_CLOCK = `{
  const { now } = Date
  Date.now = () => now() - ${Date.now() - MORNING.getTime()}
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [real.now()], target),
  })
}`

const button = (page, name) => page.getByRole('button', { name, exact: true })
/** The name of something that the text has a person's or a number's name in. */
const named = (text) => new RegExp(`^${text.replace(/\{\{\w+\}\}/, '.+')}$`)

/** Today's cards, once they are loaded. */
const cards = (page, { today }) =>
  page.getByRole('region', { name: today.title, exact: true }).getByRole('link').first().waitFor()

/** What is drawn of a picture: who looks, how, on what page, and what they do until it shows what it should. Those with `alone` are about administrators and English. */
const PICTURES = [
  { name: 'parents-home', who: 'parent', as: PHONE, act: cards },
  {
    name: 'parents-absence',
    who: 'parent',
    as: PHONE,
    async act(page, { today, absences }, { absence }) {
      await page
        .getByRole('button', { name: named(today.child.excuseOf) })
        .last()
        .click()
      await page.getByLabel(absences.firstDate).fill(nextDay())
      await page.getByLabel(absences.lastDate).fill(nextDay())
      await page.getByRole('textbox', { name: absences.note }).fill(absence)
    },
    // The class teacher's desktop shows it. The other child's class teacher is the parent, who may not decide.
    async after(page, { absences }) {
      await button(page, absences.send).click()
      await page.getByText(named(absences.sent)).waitFor()
    },
  },
  { name: 'pupils-home', who: 'student', as: PHONE, act: cards },
  {
    name: 'pupils-handin',
    who: 'student',
    as: SHORT_PHONE,
    at: '/pages/files/pc_files_spm/index.html#/hand-ins',
    async act(page, _, { homework: [title] }) {
      await page.getByRole('link', { name: title }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    },
  },
  { name: 'teachers-desktop', who: 'classteacher', as: PC, act: cards },
  {
    name: 'teachers-attendance',
    who: 'classteacher',
    as: PC,
    at: '/pages/attendance/pc_attendance_tm/index.html#/group',
    async act(page, { attendance }) {
      await page.getByRole('link', { name: attendance.group.month, exact: true }).click()
      await page.getByRole('grid').waitFor()
      // The demo school has three weeks of attendance, most of them in this month or in the one before.
      if (MORNING.getUTCDate() >= 16) return
      await page.getByRole('link', { name: attendance.step.monthBefore }).click()
      await page.getByRole('link', { name: attendance.step.thisMonth }).waitFor()
    },
  },
  {
    alone: true,
    name: 'people',
    who: 'admin',
    as: PC,
    at: `${ADMINISTRATION}#/people`,
    act: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    alone: true,
    name: 'import',
    who: 'admin',
    as: PC,
    at: `${ADMINISTRATION}#/imports`,
    async act(page, { administration: { imports } }) {
      const file = { name: 'new pupils.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) }
      await page.getByLabel(imports.choose).setInputFiles(file)
      await page.getByRole('heading', { level: 1, name: file.name }).waitFor()
    },
  },
  {
    alone: true,
    name: 'station',
    who: 'admin',
    as: TABLET,
    at: '/pages/attendance/station',
    async act(page, { station: { register, exit, code, line } }) {
      const pupilCode = await makeCode(page.context().browser(), new URL(page.url()).origin)
      await page.getByLabel(register.name, { exact: true }).fill('South gate')
      await page.getByLabel(exit.pin).fill('135790')
      await page.getByLabel(register.pinAgain).fill('135790')
      await button(page, register.send).click()
      await page.getByText(line.online).waitFor()
      await page.getByLabel(code.label).fill(pupilCode)
      await button(page, code.send).click()
      await page
        .getByRole('status')
        .filter({ has: page.locator('.station-result__name') })
        .waitFor()
    },
  },
  // Last, because it changes passwords.
  {
    alone: true,
    name: 'slips',
    who: 'admin',
    // QR codes take much room.
    as: { viewport: PC.viewport },
    at: `${ADMINISTRATION}#/people`,
    async act(page, { administration, slips }) {
      await page.getByLabel(administration.filter.class, { exact: true }).selectOption({ label: 'Grade 4 Class 1' })
      await page.getByLabel(administration.column.type, { exact: true }).selectOption(administration.type[1])
      await page.getByRole('cell', { name: administration.type[3], exact: true }).first().waitFor({ state: 'hidden' })
      await page.getByRole('row').first().getByRole('checkbox').check()
      const selection = page.getByRole('region', { name: administration.people.selection })
      await button(selection, slips.title).click()
      await button(page.getByRole('alertdialog'), slips.give).click()
      await page.getByRole('heading', { level: 1, name: slips.title }).waitFor()
    },
  },
]

async function visit(
  browser,
  origin,
  language,
  { who, as, at = `/pages/base/${as === PHONE ? 'mobile' : 'pc'}_desktop_all/index.html` },
) {
  const context = await browser.newContext({
    ...as,
    timezoneId: 'Asia/Shanghai',
    baseURL: origin,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript({ content: SET_CLOCK })
  await context.addInitScript((chosen) => {
    localStorage.setItem('lange_', chosen)
    localStorage.setItem('todoPopup', 'false')
  }, language)
  // By the call: the login page greets by a notice, which would lie over the desktop.
  if (who !== undefined) {
    const headers = { 'x-portal-device': 'pc' }
    await context.request.post('/api/uaa/oauth/login', { headers, form: { username: who, password: PASSWORD } })
  }
  const page = await context.newPage()
  await page.goto(at)
  return page
}

/** Waits until nothing loads and no notice lies over the page; the stream of live changes keeps the network busy for good. */
const settle = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('.k-skeleton, .k-notice, [aria-busy=true]') === null &&
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete),
    null,
    { polling: 500 },
  )

async function take(page, path) {
  await settle(page)
  await page.evaluate(() => document.activeElement?.blur())
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(join(root, 'docs', path))
  console.log(path)
}

async function askForHomework(browser, origin, language) {
  const { handIns } = texts(language).files
  const { homework, class: className } = WRITTEN[language]
  const at = '/pages/files/pc_files_tm/index.html#/hand-ins'
  const page = await visit(browser, origin, language, { who: 'classteacher', as: PC, at })
  await button(page, handIns.new).first().click()
  await page.getByRole('combobox', { name: handIns.form.class }).selectOption({ label: className })
  await page.getByRole('textbox', { name: handIns.form.title }).fill(homework[0])
  await page.getByRole('textbox', { name: handIns.form.text }).fill(homework[1])
  await button(page, handIns.form.ask).click()
  await page.getByRole('heading', { level: 1, name: homework[0] }).waitFor()
  await page.context().close()
}

/** Makes the code that a pupil types at a station. */
async function makeCode(browser, origin) {
  const { attendance } = texts('en')
  const at = '/pages/attendance/pc_attendance_spm/index.html#/mine'
  const page = await visit(browser, origin, 'en', { who: 'student', as: PC, at })
  await button(page, attendance.code.show).click()
  await button(page, attendance.code.make).click()
  const code = page.getByText(/^\d{4} \d{4}$/)
  const pupilCode = (await code.innerText()).replace(' ', '')
  await page.context().close()
  return pupilCode
}

const isWanted = (name) => process.argv.length < 3 || process.argv.includes(name)

/** Runs something on a portal of its own. */
async function withPortal(env, use) {
  const { startPortal } = await loadTypeScript('tests/support/process/portal-process.ts')
  const dataFolder = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(SET_CLOCK)}`
  const portal = await startPortal({ dataFolder, env: { ...env, NODE_OPTIONS } })
  try {
    await use(portal)
  } finally {
    await portal.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function takeSetup(browser, { output }) {
  const { setup, fields } = texts('en')
  const [link] = /http\S+\/setup#\S+/.exec(output)
  const page = await visit(browser, undefined, 'en', { as: PC, at: link })
  await page.getByLabel(setup.account.name, { exact: true }).fill('Alex Morgan')
  await page.getByLabel(setup.account.password, { exact: true }).fill('blue.Teapot44')
  await button(page, setup.next).click()
  await page.getByRole('heading', { level: 1, name: setup.unit.title }).waitFor()
  await page.getByLabel(fields.unit.name, { exact: true }).fill('云溪实验学校')
  await page.getByLabel(fields.unit.englishName, { exact: true }).fill('Yunxi School')
  await take(page, 'images/setup.webp')
}

ensureBuilt()
// Fields of days are then in the language of the page.
const args = ['--enable-blink-features=LangAttributeAwareFormControlUI']
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args })
try {
  for (const language of Object.keys(WRITTEN)) {
    const wanted = PICTURES.filter(({ name, alone }) => isWanted(name) && (!alone || language === 'en'))
    if (wanted.length === 0) continue
    await withPortal({}, async ({ origin }) => {
      await askForHomework(browser, origin, language)
      for (const picture of wanted) {
        const page = await visit(browser, origin, language, picture)
        await picture.act(page, texts(language), WRITTEN[language])
        const file = `${picture.name}${language === 'en' ? '' : `.${language}`}.webp`
        await take(page, picture.alone ? `images/${file}` : `use/images/${file}`)
        await picture.after?.(page, texts(language))
        await page.context().close()
      }
    })
  }
  if (isWanted('setup')) {
    const { findFreePort } = await loadTypeScript('tests/support/process/free-port.ts')
    const PORTAL_OPERATOR_PORT = String(await findFreePort())
    await withPortal({ HOST: '0.0.0.0', PORTAL_OPERATOR_HOST: '', PORTAL_OPERATOR_PORT }, async (portal) => {
      while (!portal.output.includes('/setup#')) await wait(100)
      await takeSetup(browser, portal)
    })
  }
} finally {
  await browser.close()
}
