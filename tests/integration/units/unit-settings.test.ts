import { readAdminProtection, saveAdminProtection } from '../../../contract/endpoints/sign-in/admin-access.ts'
import { deleteMail, deleteProvider } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as branding from '../../../contract/endpoints/units/branding.ts'
import { unitConfig } from '../../../contract/endpoints/units/tenant.ts'
import * as unitSettings from '../../../contract/endpoints/units/unit-settings.ts'
import * as voiceSettings from '../../../contract/endpoints/voice-settings.ts'
import { lookUp } from '../../../contract/endpoints/voice.ts'
import { errorText } from '../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'

let test: TestApp
let admin: TestBrowser
/** Holds the settings of the school, and is no administrator. */
let clerk: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  await runAsOwner(
    test,
    sql`with school as (select unit_id from unit_host where host = 'localhost'),
      added as (insert into role (unit_id, service, code, name, english_name) select unit_id, 'own', 'SETTINGS', '单位设置', 'Settings' from school
        returning unit_id, role_id),
      granted as (insert into permission_grant (unit_id, code, role_id) select unit_id, unnest(array['administration', 'base_unit']), role_id from added)
    insert into role_member (unit_id, role_id, user_id)
    select a.unit_id, added.role_id, a.user_id from added join user_account a on a.unit_id = added.unit_id and a.login_name = 'staff'`,
  )
  admin = await test.signIn('admin')
  clerk = await test.signIn('staff')
})
afterAll(() => test.close())

/** Saves are sent as they are, without a version that the form was not given. */
const EXACTLY = { asIs: true } as const
const fieldsOf = ({ fieldErrors }: Envelope) => (fieldErrors ?? []).map(({ field }) => field)
const delivered = async (host = 'localhost') =>
  z.parse(unitConfig.response, (await test.visit({ host }).get(unitConfig.path)).envelope.data)
const decoration = async () => JSON.parse((await delivered()).decorationSet ?? '{}')

async function saveDesktop(changes: Partial<unitSettings.DesktopForm>, browser = admin) {
  const now = await call(admin, unitSettings.readDesktop)
  return ask(
    browser,
    unitSettings.saveDesktop,
    { ...unitSettings.desktopForm.parse(now), ...changes, version: now.version },
    EXACTLY,
  )
}

describe('the desktop and start page', () => {
  it('are what the next page is told, of this unit alone', async () => {
    const elsewhere = await delivered('ginkgo.localhost')
    const envelope = await saveDesktop({
      desktopName: '智慧校园',
      desktopEnName: 'Smart campus',
      loginJumpPage: '/redirect/files',
      languages: ['zh-CN'],
      installer: 'https://files.example/setup.exe',
      portable: '/downloads/portable.zip',
    })
    expect(envelope.code).toBe('ok')
    expect(await delivered()).toMatchObject({
      desktopName: '智慧校园',
      desktopEnName: 'Smart campus',
      loginJumpPage: '/redirect/files',
      languageList: ['zh-CN'],
      clientDownloads: { installer: 'https://files.example/setup.exe', portable: '/downloads/portable.zip' },
    })
    expect(await delivered('ginkgo.localhost')).toEqual(elsewhere)
    const { desktopName, languages, portable } = await call(admin, unitSettings.readDesktop)
    expect([desktopName, languages, portable]).toEqual(['智慧校园', ['zh-CN'], '/downloads/portable.zip'])
  })

  it('are the portal’s own again where nothing is set', async () => {
    const nothing = { desktopName: '', desktopEnName: ' ', loginJumpPage: '', installer: '', portable: '' }
    expect((await saveDesktop({ ...nothing, languages: ['zh-CN', 'en'] })).code).toBe('ok')
    const now = await delivered()
    expect(now).toMatchObject({ desktopName: null, desktopEnName: null, loginJumpPage: null, languageList: null })
    expect(now.clientDownloads).toBeUndefined()
  })

  it.each<[string, unknown, ErrorCode]>([
    ['loginJumpPage', '/redirect/nothing', 'field.portal_page'],
    ['loginJumpPage', '/login', 'field.portal_page'],
    ['loginJumpPage', 'https://elsewhere.example/', 'field.portal_page'],
    ['loginJumpPage', '/setup', 'field.portal_page'],
    ['loginJumpPage', '/join', 'field.portal_page'],
    ['loginJumpPage', '/pages/attendance/station', 'field.portal_page'],
    ['installer', 'http://files.example/setup.exe', 'field.download_address'],
    ['portable', 'javascript:alert(1)', 'field.download_address'],
    ['portable', 'https://[', 'field.download_address'],
    ['portable', 'https://me:secret@files.example/setup.exe', 'field.download_address'],
    ['portable', '/files/\u202eexe.bat', 'field.download_address'],
    ['languages', [], 'field.languages'],
    ['desktopName', '长'.repeat(65), 'request.invalid'],
  ])('%s is not %s', async (field, value, code) => {
    const before = await delivered()
    const refused = await saveDesktop({ [field]: value })
    expect([refused.code, fieldsOf(refused)]).toEqual(['request.invalid', [field]])
    expect(refused.fieldErrors?.[0]?.message).toContain(errorText(code, 'en'))
    expect(await delivered()).toEqual(before)
  })

  it('but not the client, may be set by who holds the settings alone', async () => {
    expect((await call(clerk, unitSettings.readDesktop)).reachesAllAccounts).toBe(false)
    expect((await saveDesktop({ installer: 'https://evil.example/setup.exe' }, clerk)).code).toBe('access.denied')
    expect((await saveDesktop({ desktopName: '校园' }, clerk)).code).toBe('ok')
    expect(await delivered()).toMatchObject({ desktopName: '校园' })
    await saveDesktop({ desktopName: '' })
  })

  it('are nobody’s without the settings', async () => {
    const teacher = await test.signIn('teacher')
    for (const endpoint of [
      unitSettings.readDesktop,
      unitSettings.readFilings,
      unitSettings.readPaths,
      unitSettings.readNetworks,
    ])
      expect((await teacher.get(endpoint.path)).envelope.code).toBe('access.denied')
    expect((await saveDesktop({ desktopName: '我的' }, teacher)).code).toBe('access.denied')
  })
})

describe('the filings', () => {
  const filing = (text: string, more: Partial<unitSettings.Filing> = {}): unitSettings.Filing => ({
    text,
    link: '',
    picture: '',
    pictureShown: false,
    ...more,
  })
  const save = async (form: unitSettings.FilingsForm) =>
    ask(
      admin,
      unitSettings.saveFilings,
      { ...form, version: (await call(admin, unitSettings.readFilings)).version },
      EXACTLY,
    )

  it('are as many as wanted, in their order, with or without picture and link', async () => {
    const filings = [
      filing('办学许可证 1234'),
      filing('浙公网安备 33010002000001号', { picture: '/icons/filing.svg', pictureShown: true }),
      ...Array.from({ length: 10 }, (_, nth) => filing(`许可 ${nth}`, { link: 'https://licence.example' })),
    ]
    expect((await save({ shown: true, filings })).code).toBe('ok')
    const { footerMsg } = await decoration()
    expect(footerMsg.showBaMsg).toBe(true)
    expect(footerMsg.baList.map(({ baContent }: { baContent: string }) => baContent)).toEqual(
      filings.map(({ text }) => text),
    )
    expect(footerMsg.baList[1]).toEqual({
      baContent: '浙公网安备 33010002000001号',
      baImg: '/icons/filing.svg',
      showImg: true,
    })
    expect((await call(admin, unitSettings.readFilings)).filings).toEqual(filings)
  })

  it('stay in their order, and hidden, when the branding is published', async () => {
    const filings = [filing('办学许可证 1234'), filing('浙ICP备1号'), filing('图书馆')]
    expect((await save({ shown: false, filings })).code).toBe('ok')
    const publish = async (changes: Partial<branding.Branding>) => {
      const { published, version } = await call(admin, branding.read)
      expect(published.icp).toBe('浙ICP备1号')
      expect((await ask(admin, branding.publish, { ...published, ...changes, version }, EXACTLY)).code).toBe('ok')
    }
    await publish({ motto: '厚德博学' })
    expect(await call(admin, unitSettings.readFilings)).toMatchObject({ shown: false, filings })
    await publish({ icp: '浙ICP备2号' })
    const now = await call(admin, unitSettings.readFilings)
    expect(now.shown).toBe(true)
    expect(now.filings.map(({ text }) => text)).toEqual(['办学许可证 1234', '浙ICP备2号', '图书馆'])
  })

  it.each([
    ['a link that runs script', [filing('x', { link: 'javascript:alert(1)' })], 'filings.0.link'],
    ['a picture of another site', [filing('x', { picture: 'https://tracker.example/x.png' })], 'filings.0.picture'],
    ['an entry without a text', [filing(' ')], 'filings.0.text'],
    ['too many', Array.from({ length: 21 }, (_, nth) => filing(`${nth}`)), 'filings'],
    [
      'pictures that are too large together',
      Array.from({ length: 9 }, (_, nth) => filing(`${nth}`, { picture: `data:image/png;base64,${'A'.repeat(8000)}` })),
      'filings',
    ],
  ])('are not %s', async (_, filings, field) => {
    const before = await decoration()
    const refused = await save({ shown: true, filings })
    expect([refused.code, fieldsOf(refused)]).toEqual(['request.invalid', [field]])
    expect(await decoration()).toEqual(before)
  })
})

describe('automatic sign-in and tickets', () => {
  const save = async (changes: Partial<unitSettings.PathsForm>, browser = admin) => {
    const now = await call(admin, unitSettings.readPaths)
    return ask(
      browser,
      unitSettings.savePaths,
      { ...unitSettings.pathsForm.parse(now), ...changes, version: now.version },
      EXACTLY,
    )
  }

  it('are what the next page is told', async () => {
    expect((await save({ autoLogin: false, ticketPath: '/api/uaa/ticket/login', ticketName: 'st' })).code).toBe('ok')
    expect(await delivered()).toMatchObject({
      autoLogin: false,
      loginTickitConifg: { apipath: '/api/uaa/ticket/login', name: 'st' },
    })
    expect((await save({ ticketPath: '' })).code).toBe('ok')
    expect(await delivered()).toMatchObject({ loginTickitConifg: { apipath: null } })
  })

  it.each([
    ['ticketPath', 'https://evil.example/'],
    ['ticketPath', '//evil.example/'],
    ['ticketName', 'password'],
    ['ticketName', 'prompt'],
    ['ticketName', 'open'],
    ['ticketName', ''],
  ])('%s is not %s', async (field, value) => {
    expect(fieldsOf(await save({ [field]: value }))).toEqual([field])
  })

  it('are administrators’ alone', async () => {
    expect((await call(clerk, unitSettings.readPaths)).reachesAllAccounts).toBe(false)
    expect((await save({ autoLogin: true }, clerk)).code).toBe('access.denied')
    expect(await delivered()).toMatchObject({ autoLogin: false })
  })
})

it('what decides how administrators sign in is deleted and saved by administrators alone', async () => {
  const { version } = await call(admin, readAdminProtection)
  const refused = [
    await ask(clerk, saveAdminProtection, { secondFactor: false, networks: ['192.0.2.1'], version }, EXACTLY),
    await ask(clerk, deleteMail, {}, EXACTLY),
    await ask(clerk, deleteProvider, { providerId: 'any' }, EXACTLY),
  ]
  expect(refused.map(({ code }) => code)).toEqual(['access.denied', 'access.denied', 'access.denied'])
})

describe('the networks of the unit', () => {
  it('are stored as they are given, once each, by administrators alone', async () => {
    const { version, address } = await call(admin, unitSettings.readNetworks)
    expect(address).toBe('192.0.2.1')
    const networks = ['203.0.113.0/24', '203.0.113.0/24', '2001:db8:12::/48']
    expect((await ask(clerk, unitSettings.saveNetworks, { networks, version }, EXACTLY)).code).toBe('access.denied')
    expect((await ask(admin, unitSettings.saveNetworks, { networks, version }, EXACTLY)).code).toBe('ok')
    const now = await call(admin, unitSettings.readNetworks)
    expect(now.networks).toEqual(['203.0.113.0/24', '2001:db8:12::/48'])
    const wrong = { networks: ['0.0.0.0/0'], version: now.version }
    expect(fieldsOf(await ask(admin, unitSettings.saveNetworks, wrong, EXACTLY))).toEqual(['networks'])
    await ask(admin, unitSettings.saveNetworks, { networks: [], version: now.version }, EXACTLY)
  })
})

describe('the voice assistant', () => {
  const form = { keyId: 'LTAI-page', keySecret: 'only-by-the-page', appKey: 'project' }

  it('has a service whose secret is never sent back, and stays without being typed again', async () => {
    const saved = await ask(
      admin,
      voiceSettings.saveService,
      {
        ...form,
        version: (await call(admin, voiceSettings.readService)).version,
      },
      EXACTLY,
    )
    expect(saved.code).toBe('ok')
    expect(JSON.stringify(saved)).not.toContain(form.keySecret)
    const now = await call(admin, voiceSettings.readService)
    expect(now.service).toEqual({
      region: 'cn-shanghai',
      tokenUrl: '',
      gatewayUrl: '',
      keyId: 'LTAI-page',
      appKey: 'project',
      englishAppKey: '',
    })
    const next = { ...form, keySecret: '', appKey: 'next', version: now.version }
    expect((await ask(admin, voiceSettings.saveService, next, EXACTLY)).code).toBe('ok')
    const { version } = await call(admin, voiceSettings.readService)
    const elsewhere = { ...next, version, tokenUrl: 'https://tokens.example/' }
    expect(fieldsOf(await ask(admin, voiceSettings.saveService, elsewhere, EXACTLY))).toEqual(['keySecret'])
  })

  it('has none in the operator’s network, and is administrators’ alone', async () => {
    const strict = await createTestApp({ config: { providerNetworks: [] } })
    const browser = await strict.signIn('admin')
    const version = (await call(browser, voiceSettings.readService)).version
    for (const tokenUrl of ['https://10.0.0.1/', 'https://127.0.0.1/'])
      expect(fieldsOf(await ask(browser, voiceSettings.saveService, { ...form, tokenUrl, version }, EXACTLY))).toEqual([
        'tokenUrl',
      ])
    await strict.close()
    expect((await call(clerk, voiceSettings.readService)).reachesAllAccounts).toBe(false)
    const given = { ...form, version: (await call(admin, voiceSettings.readService)).version }
    expect((await ask(clerk, voiceSettings.saveService, given, EXACTLY)).code).toBe('access.denied')
    expect((await clerk.post(voiceSettings.removeService.path, {})).envelope.code).toBe('access.denied')
    expect((await admin.post(voiceSettings.removeService.path, {})).envelope.code).toBe('ok')
    expect((await call(admin, voiceSettings.readService)).service).toBeNull()
  })

  it('understands what is added, until it is deleted', async () => {
    const find = async (vocabulary: string) =>
      z.parse(lookUp.response, (await (await test.signIn('teacher')).post(lookUp.path, { vocabulary })).envelope.data)
        .url
    expect(await find('打开流动红旗')).toBeNull()
    const phrase = { language: 'zh-CN', phrase: '流动红旗', app: 'files', url: '#/shared', userTypes: [2] }
    const added = await ask(clerk, voiceSettings.savePhrase, { ...phrase, phraseId: null, version: null }, EXACTLY)
    expect(added.code).toBe('ok')
    expect(await find('打开流动红旗')).toBe('/pages/files/pc_files_tm/index.html#/shared')
    const again = await ask(admin, voiceSettings.savePhrase, { ...phrase, phraseId: null, version: null }, EXACTLY)
    expect([fieldsOf(again), again.message]).toEqual([['phrase'], expect.anything()])
    const { phraseId } = z.parse(voiceSettings.savePhrase.response, added.data)
    expect((await ask(admin, voiceSettings.removePhrases, { phraseIds: [phraseId] }, EXACTLY)).code).toBe('ok')
    expect(await find('打开流动红旗')).toBeNull()
    expect((await ask(admin, voiceSettings.removePhrases, { phraseIds: [phraseId] }, EXACTLY)).code).toBe(
      'voice.phrase_gone',
    )
  })

  it('takes a table at once: what is there already stays, and no unknown application, script or more than fit', async () => {
    const { phrases: known } = await call(admin, voiceSettings.vocabulary)
    const [first] = known
    const table = [
      { language: first?.language, phrase: first?.phrase, url: 'https://other.example/' },
      { language: 'zh-CN', phrase: '校史馆长廊', url: 'https://history.example/#hall' },
    ]
    const { added } = z.parse(
      voiceSettings.addPhrases.response,
      (await ask(admin, voiceSettings.addPhrases, { phrases: table }, EXACTLY)).data,
    )
    expect(added).toHaveLength(1)
    expect((await call(admin, voiceSettings.vocabulary)).phrases).toContainEqual(first)
    const bad = [
      [{ language: 'en', phrase: 'x', app: 'nothing' }],
      [{ language: 'en', phrase: 'x', url: 'javascript:alert(1)' }],
      [{ language: 'en', phrase: 'x', app: 'files', url: 'https://x.example' }],
      Array.from({ length: 1000 }, (_, nth) => ({ language: 'en', phrase: `word ${nth}`, app: 'files' })),
      [],
      [{ language: 'en', phrase: '\u200b', app: 'files' }],
    ]
    const codes = []
    for (const phrases of bad) codes.push((await ask(admin, voiceSettings.addPhrases, { phrases }, EXACTLY)).code)
    expect(codes).toEqual([
      'application.gone',
      'request.invalid',
      'request.invalid',
      'voice.too_many',
      'request.invalid',
      'request.invalid',
    ])
    expect((await call(admin, voiceSettings.vocabulary)).phrases).toHaveLength(known.length + 1)
  })

  it('is of one unit', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const { phrases } = await call(admin, voiceSettings.vocabulary)
    const own = phrases.map(({ phraseId }) => phraseId)
    expect((await ask(elsewhere, voiceSettings.removePhrases, { phraseIds: own }, EXACTLY)).code).toBe(
      'voice.phrase_gone',
    )
    expect((await call(admin, voiceSettings.vocabulary)).phrases).toEqual(phrases)
  })
})
