import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, inject } from 'vitest'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { unitConfig } from '../../../contract/endpoints/units/tenant.ts'
import { buildApp } from '../../../server/app.ts'
import { configureUnit } from '../../../server/commands/unit-config.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { createTestDatabase, createEmptyDatabase, type TestDatabase } from '../../support/app/database.ts'
import { createTestBrowser } from '../../support/browser/test-browser.ts'

let own: TestDatabase
let app: FastifyInstance
let folder: string
beforeAll(async () => {
  own = await createTestDatabase({ demo: true })
  app = await buildApp({ database: own.database, logger: createLogger('silent') })
  folder = await mkdtemp(join(tmpdir(), 'unit-config-'))
})
afterAll(async () => {
  await app.close()
  await own.close()
  await rm(folder, { recursive: true })
})

const addressOf = (name: string) => {
  const { host, port, password } = inject('postgres')
  return `postgresql://portal:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}

/** Runs the command, and gives what it said. */
async function run(...given: string[]) {
  const said = { code: 0, printed: '', complaints: '' }
  said.code = await configureUnit(
    given,
    { DATABASE_URL: addressOf(String(own.connection.database)), INIT_CWD: folder },
    { print: (text) => (said.printed += text), complain: (text) => (said.complaints += text) },
  )
  return said
}

const change = (...settings: string[]) => run('--host', 'riverside.localhost', ...settings)
const delivered = async (host = 'localhost') =>
  z.parse(unitConfig.response, (await createTestBrowser(app, { host }).get(unitConfig.path)).envelope.data)
const logoOf = async () => {
  const { unitId } = await delivered()
  const answer = await createTestBrowser(app).request('GET', `/api/storage/show/unit/${unitId}`)
  return { type: answer.headers['content-type'], content: answer.rawPayload }
}

describe('the command for a unit’s configuration', () => {
  it('leaves an event in the trail of the unit with what it changed, and none when nothing was', async () => {
    const events = async () =>
      (
        await own.database.asOwner((tx) =>
          // Besides those of the demo's own set-up.
          tx.execute(
            sql`select kind, action, actor_id, changes from admin_event where action not in ('setup', 'import')`,
          ),
        )
      ).rows
    expect(await change('desktopName=我的校园', 'autoLogin=true')).toMatchObject({ code: 0 })
    const event = { kind: 'command', action: 'unit-config', actor_id: null }
    expect(await events()).toEqual([{ ...event, changes: { desktopName: '我的校园', autoLogin: true } }])
    expect(await change('autoLogin=perhaps')).toMatchObject({ code: 1 })
    await change('--show')
    expect(await events()).toHaveLength(1)
    await change('desktopName=')
  })

  it('changes what the next page is told, of this unit alone', async () => {
    const elsewhere = await delivered('ginkgo.localhost')
    expect(await change('autoLogin=false', 'loginJumpPage=/redirect/files', 'desktopName=智慧校园')).toMatchObject({
      code: 0,
      complaints: '',
    })
    expect(
      await change(
        'languageList=["en"]',
        'languageFollowsBrowser=true',
        'loginTickitConifg.name=st',
        'loginTickitConifg.apipath=',
      ),
    ).toMatchObject({
      code: 0,
    })
    expect(await delivered()).toMatchObject({
      autoLogin: false,
      loginJumpPage: '/redirect/files',
      desktopName: '智慧校园',
      desktopEnName: null,
      languageList: ['en'],
      languageFollowsBrowser: true,
      loginTickitConifg: { apipath: null, name: 'st' },
    })
    expect(await delivered('ginkgo.localhost')).toEqual(elsewhere)
  })

  it('takes no page of an application that the unit does not have, by the same rule as the page for administrators', async () => {
    const { code, complaints } = await change('loginJumpPage=/redirect/nothing')
    expect([code, complaints]).toEqual([
      1,
      expect.stringMatching(/loginJumpPage: Enter the path of a page of the portal/),
    ])
    expect((await delivered()).loginJumpPage).toBe('/redirect/files')
  })

  it('takes networks, which no page is told', async () => {
    const before = await delivered()
    expect((await change('networks=["school"]')).complaints).toMatch(/networks\.0: Enter an IP address/)
    expect(await change('networks=["203.0.113.7","2001:db8:12::/48"]')).toMatchObject({ code: 0, complaints: '' })
    expect(JSON.parse((await change('--show')).printed)).toMatchObject({
      networks: ['203.0.113.7', '2001:db8:12::/48'],
    })
    expect(await delivered()).toEqual(before)
    expect(await change('networks=')).toMatchObject({ code: 0 })
    expect(JSON.parse((await change('--show')).printed)).toMatchObject({ networks: [] })
  })

  it('opens an administration again that has locked everybody out', async () => {
    await own.database.asOwner((tx) =>
      tx.execute(sql`update unit set admin_second_factor = true, admin_networks = '{10.0.0.0/8}'`),
    )
    expect(JSON.parse((await change('--show')).printed)).toMatchObject({
      adminNetworks: ['10.0.0.0/8'],
      adminSecondFactor: true,
    })
    const browser = createTestBrowser(app)
    await browser.post('/api/uaa/oauth/login', { username: 'admin', password: DEMO_PASSWORD })
    const read = async () => (await browser.get(signInAdmin.settings.path)).envelope.code
    expect(await read()).toBe('admin.network')
    expect(await change('adminNetworks=')).toMatchObject({ code: 0 })
    expect(await read()).toBe('admin.second_factor')
    expect(await change('adminSecondFactor=false')).toMatchObject({ code: 0 })
    expect(await read()).toBe('ok')
  })

  it('shows what a file can set again', async () => {
    const { printed } = await change('--show')
    await writeFile(join(folder, 'unit.json'), printed)
    const before = await delivered()
    await change('desktopName=', 'decorationSet=', 'footer=x')
    expect(await delivered()).toMatchObject({ desktopName: null, decorationSet: null, footer: 'x' })
    expect(await change('--set', 'unit.json')).toMatchObject({ code: 0 })
    expect(await delivered()).toEqual(before)
  })

  it('takes pictures from files, checks them, and names the file that is none', async () => {
    const picture = { create: { width: 900, height: 300, channels: 3, background: '#c00' } } as const
    await writeFile(join(folder, 'logo.jpg'), await sharp(picture).jpeg().toBuffer())
    await writeFile(join(folder, 'text.png'), 'no picture')
    const before = await logoOf()
    expect(await change('logo=logo.jpg', 'decorationSet.footerMsg.baList.1.baImg=logo.jpg')).toMatchObject({ code: 0 })
    const now = await logoOf()
    expect(now.type).toBe('image/png')
    expect(await sharp(now.content).metadata()).toMatchObject({ format: 'png', width: 512 })
    expect((await delivered()).decorationSet).toContain('data:image/png;base64,')
    expect((await change('logo=text.png')).complaints).toMatch(/^logo: The file .*text\.png is no picture in PNG/)
    expect((await change('logo=nowhere.png')).complaints).toMatch(/cannot be read \(ENOENT\)/)
    expect((await logoOf()).content).toEqual(now.content)
    await change('logo=')
    expect((await logoOf()).content).not.toEqual(now.content)
    expect((await logoOf()).type).toBe(before.type)
  })

  it('writes nothing when one of the settings is wrong, and names each', async () => {
    const before = await delivered()
    const { code, complaints, printed } = await change('footer=new', 'autoLogin=maybe', 'languageList=en', 'colour=red')
    expect({ code, printed }).toEqual({ code: 1, printed: '' })
    expect(complaints.split('\n')).toEqual([
      'Nothing was changed.',
      expect.stringMatching(/^autoLogin: /),
      'languageList: data type error, language list must be an array. It is "en".',
      expect.stringMatching(/^colour: there is no such setting/),
    ])
    expect(await delivered()).toEqual(before)
  })

  it('says what is missing', async () => {
    expect((await run()).complaints).toContain('Name the unit by one of its addresses.')
    expect((await run('--host', 'nowhere')).complaints).toMatch(
      /^No unit answers at "nowhere"; there are 127\.0\.0\.1, /,
    )
    expect((await change('what')).complaints).toContain('"what" is no setting; write key=value.')
    expect((await change('--what')).complaints).toContain('--what')
    expect((await change('--set', 'nowhere.json')).complaints).toContain('is no file with a JSON object')
    expect((await change('--show', 'footer=x')).complaints).toBe('Either show the configuration or change it.')
  })

  it('leaves a database of another version, and a folder without a portal, as they are', async () => {
    const empty = await createEmptyDatabase()
    const complaints: string[] = []
    const output = { print: () => undefined, complain: (text: string) => complaints.push(text) }
    expect(await configureUnit(['--host', 'localhost'], { DATABASE_URL: addressOf(empty.name) }, output)).toBe(1)
    expect(await configureUnit(['--host', 'localhost'], { PORTAL_DATA: join(folder, 'data') }, output)).toBe(1)
    expect(complaints).toEqual([
      expect.stringContaining('The database is of another version of the portal'),
      expect.stringContaining(`There is no portal in the data folder ${join(folder, 'data')} yet`),
    ])
    await empty.drop()
  })
})
