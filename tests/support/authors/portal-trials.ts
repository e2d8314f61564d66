import { expect, type Page } from '@playwright/test'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import type { Portal, PortalExport, PortalFace, PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'

// What docs/develop/applications.md says of `portal`, tried by the example in the browser: a trial for each member.

declare global {
  interface Window {
    helloPortal: Portal
    helloHeard: unknown[]
  }
}

/** Members as the page names them. */
type Member =
  | Exclude<keyof Portal, 'app' | 'upload' | 'face' | 'export'>
  | `app.${keyof Portal['app']}`
  | `upload.${keyof PortalUpload}`
  | `face.${keyof PortalFace}`
  | `export.${keyof PortalExport}`

/** Of a teacher, whose page shows the example. */
type Trial = (page: Page) => Promise<void>

/** What a call gives, or the code of its refusal. */
const ask = <T>(page: Page, work: (portal: Portal) => T | Promise<T>): Promise<T> =>
  page.evaluate(`(${String(work)})(window.helloPortal)`)

async function refusal(page: Page, work: (portal: Portal) => unknown): Promise<unknown> {
  return page.evaluate(
    `(() => { try { (${String(work)})(window.helloPortal) } catch (error) { return error.code } })()`,
  )
}

/** A dialog that the call opens; closing it by Escape gives null. */
async function closesWithNull(page: Page, work: (portal: Portal) => Promise<unknown>): Promise<void> {
  const given = ask(page, work)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await given).toBeNull()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function chooseFile(page: Page, name: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .locator('body')
      .evaluate((body) => {
        // Choosing is allowed during a press only.
        const button = document.createElement('button')
        button.id = 'choose-for-trial'
        button.textContent = 'choose'
        button.style.cssText = 'position:fixed;top:0;left:0;z-index:9999'
        button.addEventListener('click', () => {
          button.remove()
          void window.helloPortal.upload.choose('files').then(async (tree) => {
            await window.helloPortal.upload.addTree(tree, { folderId: null })
            window.helloHeard.push(tree.entries.map(({ fileName }) => fileName).join())
          })
        })
        body.append(button)
      })
      .then(() => page.locator('#choose-for-trial').click()),
  ])
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('hello') })
}

const heard = (page: Page) => page.evaluate(() => window.helloHeard)

const plainEndpoint = ({ name, method, path, access, encoding }: AnyEndpoint) => ({
  name,
  method,
  path,
  access,
  encoding,
})

export const PORTAL_TRIALS: Readonly<Record<Member, Trial>> = {
  'app.code': async (page) => expect(await ask(page, (portal) => portal.app.code)).toBe('hello'),
  'app.fileId': async (page) => expect(await ask(page, (portal) => portal.app.fileId)).toBe('hello'),
  user: async (page) =>
    expect(page.getByRole('heading', { level: 1 })).toContainText(await ask(page, (portal) => portal.user.realName)),
  call: async (page) => {
    const names = await page.evaluate(async (endpoint) => {
      // The page has no schema of the contract to give; this one takes everything.
      const takesAll = { _zod: { run: (payload: unknown) => payload } }
      const answer = await window.helloPortal.call(
        { ...endpoint, request: takesAll, response: takesAll } as never,
        {} as never,
      )
      return [(answer as { realName: string }).realName, window.helloPortal.user.realName]
    }, plainEndpoint(session.me))
    expect(names[0]).toBeTruthy()
    expect(names[0]).toBe(names[1])
  },
  language: async (page) => expect(await ask(page, (portal) => portal.language.current)).toBe('zh-CN'),
  online: async (page) => {
    await page.context().setOffline(true)
    await expect.poll(() => ask(page, (portal) => portal.online.current)).toBe(false)
    await page.context().setOffline(false)
    await expect.poll(() => ask(page, (portal) => portal.online.current)).toBe(true)
  },
  permissions: async (page) => {
    expect(await ask(page, async (portal) => [...(await portal.permissions())])).toEqual(['hello'])
    expect(await ask(page, async (portal) => [...(await portal.permissions('portal'))])).toContain('files')
  },
  permissionRenewals: async (page) =>
    expect(await ask(page, (portal) => typeof portal.permissionRenewals.current)).toBe('number'),
  'upload.items': async (page) => expect(await ask(page, (portal) => portal.upload.items.current)).toEqual([]),
  'upload.choosesDirectories': async (page) =>
    expect(await ask(page, (portal) => portal.upload.choosesDirectories)).toBe(true),
  'upload.read': async (page) =>
    expect(
      await ask(page, async (portal) => {
        const dropped = new DataTransfer()
        dropped.items.add(new File(['hello'], 'dropped.txt'))
        const tree = await portal.upload.read(dropped)
        return tree.entries.map(({ fileName }) => fileName)
      }),
    ).toEqual(['dropped.txt']),
  'upload.onStored': async (page) => {
    await page.evaluate(() => {
      window.helloHeard = []
      window.helloPortal.upload.onStored((file) => window.helloHeard.push(file))
    })
    await chooseFile(page, 'stored.md')
    await expect.poll(async () => JSON.stringify(await heard(page))).toContain('"name":"stored.md"')
  },
  'upload.choose': async (page) => {
    await page.evaluate(() => (window.helloHeard = []))
    await chooseFile(page, 'chosen.md')
    await expect.poll(() => heard(page)).toContain('chosen.md')
  },
  'upload.addTree': async (page) => {
    await page.evaluate(() => (window.helloHeard = []))
    await chooseFile(page, 'added.md')
    await expect.poll(() => heard(page)).toContain('added.md')
  },
  'upload.single': async (page) =>
    expect(
      JSON.stringify(
        await ask(page, (portal) =>
          portal.upload.single(new AbortController().signal, { file: new File(['hello'], 'single.md') }),
        ),
      ),
    ).toContain('single.md'),
  'face.collect': (page) => closesWithNull(page, (portal) => portal.face.collect(portal.user.userId)),
  'face.clockIn': (page) => closesWithNull(page, (portal) => portal.face.clockIn('in')),
  'export.workbook': async (page) =>
    expect(
      await ask(page, async (portal) => {
        const sheet = { name: 'Hello', columns: [{ heading: 'Name' }], rows: [['Li'], ['Wang']] }
        return (await portal.export.workbook(new AbortController().signal, [sheet])).size
      }),
    ).toBeGreaterThan(1000),
  // The operator of the trial has set up no service; tests/e2e/administration/list-exports.spec.ts has one.
  'export.post': async (page) => expect(await ask(page, (portal) => portal.export.post === undefined)).toBe(true),
  'export.prepare': async (page) => expect(await ask(page, (portal) => portal.export.prepare())).toBeFalsy(),
  setTodayCard: async (page) => {
    await ask(page, (portal) =>
      portal.setTodayCard({
        title: '打个招呼',
        englishTitle: '',
        text: '今天还没有',
        englishText: '',
        place: '#/week?of=2026-12-07',
        until: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    )
    const desktop = await page.context().newPage()
    await desktop.goto('/pages/base/pc_desktop_all/index.html')
    await expect(desktop.getByText('打个招呼')).toBeVisible()
    await desktop.close()
    await ask(page, (portal) => portal.setTodayCard(null))
  },
  excuse: async (page) => {
    await ask(page, (portal) =>
      portal.excuse({
        studentId: portal.user.userId,
        name: '李雷',
        date: '2026-12-07',
        today: '2026-12-07',
        notice: null,
        onChanged: () => {},
      }),
    )
    await expect(page.getByRole('dialog')).toContainText('李雷')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  },
  chooseChild: async (page) => {
    await ask(page, (portal) => portal.chooseChild())
    // A teacher has none to choose.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  renewUnit: async (page) => {
    await ask(page, (portal) => portal.renewUnit())
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  notify: async (page) => {
    await ask(page, (portal) => portal.notify('success', '你好，通知'))
    await expect(page.getByText('你好，通知')).toBeVisible()
  },
  setApplicationMessage: async (page) => {
    await ask(page, (portal) => portal.setApplicationMessage({ appName: '窗口标题', appShortOrName: '标题行' }))
    await expect(page).toHaveTitle(/窗口标题/)
    await expect(page.getByRole('banner')).toContainText('标题行')
    expect(await refusal(page, (portal) => portal.setApplicationMessage([] as never))).toBe(
      'client.application_message',
    )
  },
  setSearchKeys: async (page) => {
    await ask(page, (portal) => portal.setSearchKeys([{ path: '/greet', name: '问候一个人' }]))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('问候')
    await expect(page.getByRole('option', { name: /问候一个人/ })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await refusal(page, (portal) => portal.setSearchKeys({} as never))).toBe('client.search_keys')
  },
}
