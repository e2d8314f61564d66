import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { checkSetup, completeSetup } from '../../../contract/endpoints/units/setup.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { buildApp } from '../../../server/app.ts'
import { printSetupLink } from '../../../server/commands/setup-link.ts'
import { setUpFromFile } from '../../../server/commands/setup.ts'
import { issueSetupCode } from '../../../server/modules/units/setup/setup-codes.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '../../support/app/database.ts'
import { OPERATORS } from '../../support/schools/operators.ts'
import { createTestBrowser } from '../../support/browser/test-browser.ts'

const EXAMPLE = resolve('examples/school.yaml')
const PASSWORDS = {
  PORTAL_OPERATOR_PASSWORD: 'blue.Teapot44',
  PORTAL_ADMIN_PASSWORD: 'kestrel7moss',
  PORTAL_CLIENT_SECRET: 'M4nnXr0w-7f2aQ_zzTp81',
}

/** Empties what belongs to units. `truncate … cascade` makes new files for a hundred tables, of which few have rows: it took most of the time of these tests. */
const FORGET_UNITS = `do $$
declare
  emptied regclass;
begin
  perform set_config('session_replication_role', 'replica', true);
  for emptied in
    with recursive owned as (
      select unnest(array['unit', 'setup_code', 'rate_limit']::regclass[]) as part
      union
      select c.conrelid::regclass from owned o join pg_constraint c on c.contype = 'f' and c.confrelid = o.part)
    select part from owned
  loop
    execute format('delete from %s', emptied);
  end loop;
end $$`

/** Without the operators'. */
const SCHOOLS = `unit where unit_type <> '0'`

let own: TestDatabase
let app: FastifyInstance
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'setup-'))
  own = await createTestDatabase()
  const config = { operatorHosts: [OPERATORS] }
  app = await buildApp({ database: own.database, logger: createLogger('silent'), config })
})
afterEach(() => queryOnce({ ...own.connection, user: 'postgres' }, FORGET_UNITS))
afterAll(async () => {
  await app.close()
  await own.close()
  await rm(folder, { recursive: true })
})

function environment(more: Record<string, string> = {}) {
  const { host, port, password } = inject('postgres')
  const name = String(own.connection.database)
  return {
    DATABASE_URL: `postgresql://portal:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    PORTAL_DATA: join(folder, 'data'),
    INIT_CWD: folder,
    ...more,
  }
}

/** Runs a command, and gives what it said. */
async function saidBy(run: (output: { print(text: string): void; complain(text: string): void }) => Promise<number>) {
  const said = { code: 0, printed: '', complaints: '' }
  said.code = await run({
    print: (text) => (said.printed += text),
    complain: (text) => (said.complaints += text),
  })
  return said
}

const setUp = (file = EXAMPLE, env: Record<string, string> = PASSWORDS) =>
  saidBy((output) => setUpFromFile(['--file', file], environment(env), output))

/** Runs the command on the example with a change. */
async function setUpChanged(change: (text: string) => string, env?: Record<string, string>) {
  await writeFile(join(folder, 'own.yaml'), change(await readFile(EXAMPLE, 'utf8')))
  return setUp('own.yaml', env)
}

async function count(table: string): Promise<number> {
  const { rows } = await own.database.asOwner((tx) => tx.execute(sql.raw(`select count(*) as n from ${table}`)))
  return Number(rows[0]?.['n'])
}

async function signIn(host: string, username: string, password: string) {
  const browser = createTestBrowser(app, { host })
  await browser.post('/api/uaa/oauth/login', { username, password })
  return Object((await browser.get('/api/uaa/oauth/me')).envelope.data)
}

describe('npm run setup', () => {
  it('sets up the example: a school with its administrator, the operator, and a third party that reads rosters', async () => {
    expect(await setUp()).toEqual({
      code: 0,
      printed:
        'Set up "Yunxi School" at school.localhost; "head" administers it. The operator "operator" signs in elsewhere: at port 8090 of the same machine.',
      complaints: '',
    })
    const head = await signIn('school.localhost', 'head', 'kestrel7moss')
    expect(head).toMatchObject({ realName: '沈清妍', userType: 4, superman: false, year: '2026-2027' })
    expect(head.permissions).toContain('base_unit')
    expect(await signIn(OPERATORS, 'operator', 'blue.Teapot44')).toMatchObject({ unitType: '0', superman: true })
    const { rows } = await own.database.asOwner((tx) =>
      tx.execute(
        sql`select client_id, own_scopes, redirect_uris, secret_hash = sha256(${PASSWORDS.PORTAL_CLIENT_SECRET}::bytea) as knows from oauth_client`,
      ),
    )
    const scope = 'https://purl.imsglobal.org/spec/or/v1p2/scope'
    expect(rows).toEqual([
      {
        client_id: 'roster-reader',
        own_scopes: [`${scope}/roster-core.readonly`, `${scope}/roster.readonly`],
        redirect_uris: [],
        knows: true,
      },
    ])
    expect(await Promise.all(['campus', 'school_year', 'term', 'unit_logo', 'licence'].map(count))).toEqual([
      2, 1, 2, 1, 3,
    ])
    expect(await count(`admin_event where kind = 'command' and action = 'setup'`)).toBe(2)
  })

  it('shows the third party to the administrator, and gives it no tokens for people', async () => {
    await setUp()
    const browser = createTestBrowser(app, { host: 'school.localhost' })
    await browser.post('/api/uaa/oauth/login', { username: 'head', password: 'kestrel7moss' })
    const { envelope } = await browser.get(signInAdmin.settings.path)
    expect(envelope.data).toMatchObject({ clients: [{ clientId: 'roster-reader', secretSet: true, redirectUris: [] }] })
    const asked = await browser.request('POST', '/oidc/token', {
      payload: 'grant_type=authorization_code&code=x',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`roster-reader:${PASSWORDS.PORTAL_CLIENT_SECRET}`).toString('base64')}`,
      },
    })
    expect(asked.statusCode).toBe(400)
    expect(asked.body).toContain('grant type is not allowed')
  })

  it('refuses the same file again with the line of its host, and writes nothing', async () => {
    await setUp()
    const again = await setUp()
    expect(again).toMatchObject({ code: 1, printed: '' })
    expect(again.complaints).toMatch(
      /^Nothing was set up\.\n.*school\.yaml:\d+: unit\.hosts\.0: A unit already has this address/,
    )
    expect(await Promise.all([SCHOOLS, 'user_account', 'oauth_client'].map(count))).toEqual([1, 2, 1])
  })

  it('adds a second unit to a portal that has an operator, and no second operator', async () => {
    await setUp()
    const added = await setUpChanged((text) => text.replace('school.localhost', 'second.localhost'))
    expect(added).toMatchObject({ code: 0, printed: expect.stringContaining('has an operator already') })
    expect(await Promise.all([SCHOOLS, 'unit'].map(count))).toEqual([2, 3])
    expect(await count('user_account where superman')).toBe(1)
  })

  it.each(['  password: geheim', '  clientSecret: geheim', '  Passwd: geheim'])(
    'refuses a file that holds "%s", with its line and without its value',
    async (line) => {
      const { code, complaints } = await setUpChanged((text) => text.replace('operator:\n', `operator:\n${line}\n`))
      const before = (await readFile(join(folder, 'own.yaml'), 'utf8')).split('geheim')[0] ?? ''
      expect(code).toBe(1)
      expect(complaints).toMatch(
        new RegExp(`^own\\.yaml:${before.split('\n').length}: operator\\.\\w+: Passwords and secrets`),
      )
      expect(complaints).not.toContain('geheim')
      expect(await count('unit')).toBe(0)
    },
  )

  it('takes an application on plain http where the operator’s rule names its host, and says who may allow others', async () => {
    const change = (text: string) =>
      text.replace(
        /\nadministrator:/,
        () =>
          `\napplications:\n  - { code: library, name: 图书馆, englishName: Library, group: ZDYYYFL-JWGL, link: 'http://192.168.3.20:8080/', for: [student] }\nadministrator:`,
      )
    const refused = await setUpChanged(change)
    expect(refused.complaints).toMatch(/^own\.yaml:\d+: applications\.0\.link: .*PORTAL_HTTP_APPLICATIONS/)
    expect(refused.code).toBe(1)
    const taken = await setUpChanged(change, { ...PASSWORDS, PORTAL_HTTP_APPLICATIONS: '192.168.3.0/24' })
    expect(taken).toMatchObject({ code: 0, complaints: '' })
  })

  it('writes footer, filings, picture, licences and applications of a file, as the administration shows them', async () => {
    const details = `  principal: 沈清妍
  scene: lotus
  footer:
    text: IT Office
    link: https://www.example.org
    icp: 春ICP备00000000号
    help: https://help.example.org/
  signInByAddress: [ticket]
  messageDot: true
licences:
  - { code: base, name: 基础平台, englishName: Portal, endsOn: 2027-08-31 }
  - { code: bus, name: 校车, englishName: Bus, days: -3 }
applications:
  - { code: timetable, name: 课程表, englishName: Timetable, group: ZDYYYFL-JWGL, link: 'https://t.example.org', for: [student, staff], before: files }
  - { code: bus, name: 校车, englishName: Bus, group: ZDYYYFL-ZWHQ, licence: bus, for: [parent], on: false }
`
    const change = (text: string) =>
      text
        .replace(/ {2}# logo: [^]*?(?= {2}campuses:)/, '')
        .replace(/\nadministrator:/, () => `\n${details}administrator:`)
    expect(await setUpChanged((text) => change(text.replace(/^#.*\n/gm, '')))).toMatchObject({
      code: 0,
      complaints: '',
    })
    const read = async (text: ReturnType<typeof sql>) => (await own.database.asOwner((tx) => tx.execute(text))).rows
    const [unit] = await read(
      sql`select principal, footer, link, message_dot, sign_in_ways, decoration_set from unit where unit_type <> '0'`,
    )
    expect(unit).toMatchObject({
      principal: '沈清妍',
      footer: 'IT Office',
      link: 'https://www.example.org',
      message_dot: true,
    })
    expect(unit).toMatchObject({
      sign_in_ways: { ticket: true },
      decoration_set: {
        theme: 'lotus',
        footerMsg: {
          helpCenter: true,
          baList: [{ baContent: '春ICP备00000000号', baUrl: 'https://beian.miit.gov.cn' }],
        },
      },
    })
    expect(
      await read(
        sql`select server_id as code, ends_at at time zone 'Asia/Shanghai' > '2027-08-31 23:59' as late, ends_at < now() as over from licence where unit_id in (select unit_id from unit where unit_type <> '0') order by 1`,
      ),
    ).toEqual([
      { code: 'base', late: true, over: false },
      { code: 'bus', late: false, over: true },
    ])
    const applications = await read(
      sql`select code, own, menu_route as link, server_id as licence, update_status as "on", front_user_types as types from application where unit_id in (select unit_id from unit where unit_type <> '0') order by position`,
    )
    const at = applications.findIndex(({ code }) => code === 'timetable')
    expect(applications[at]).toMatchObject({
      own: true,
      link: 'https://t.example.org',
      licence: 'base',
      on: 1,
      types: [1, 4],
    })
    expect(applications[at + 1]).toMatchObject({ code: 'files' })
    expect(applications.at(-1)).toMatchObject({ code: 'bus', own: false, licence: 'bus', on: 0, types: [3] })
    const { complaints } = await setUpChanged((text) =>
      change(text).replace('code: timetable', 'code: files').replace(', days: -3', ''),
    )
    expect(complaints).toMatch(/applications\.0\.code.*\n|licences\.1\.endsOn/)
  })

  it('names the variables that are missing', async () => {
    const { PORTAL_ADMIN_PASSWORD } = PASSWORDS
    expect(await setUp(EXAMPLE, { PORTAL_ADMIN_PASSWORD })).toMatchObject({
      code: 1,
      complaints: 'Nothing was set up. Set in the environment: PORTAL_OPERATOR_PASSWORD, PORTAL_CLIENT_SECRET.',
    })
  })

  it.each([
    ['PORTAL_OPERATOR_PASSWORD', 'password1', 'on public lists'],
    ['PORTAL_ADMIN_PASSWORD', 'Yunxi2026', 'easy to guess'],
    ['PORTAL_ADMIN_PASSWORD', 'quokka-Turbine-93-lemon', '8 to 20 characters'],
    ['PORTAL_CLIENT_SECRET', 'geheim', 'too short'],
  ])('refuses a bad %s by its name', async (variable, value, reason) => {
    const { code, complaints } = await setUp(EXAMPLE, { ...PASSWORDS, [variable]: value })
    expect(code).toBe(1)
    expect(complaints).toContain(variable)
    expect(complaints).toContain(reason)
    expect(complaints).not.toContain(value)
    expect(await count('unit')).toBe(0)
  })

  it('names file, line and key of everything that is wrong', async () => {
    const { complaints } = await setUpChanged((text) =>
      text
        .replace('type: school', 'type: kindergarten')
        .replace('- school.localhost', '- https://school.localhost')
        .replace('  loginName: head\n', '')
        .replace('endsOn: 2027-08-31\n    terms', 'endsOn: 2026-08-31\n    terms')
        .replace("themeColor: '#2F7D6B'", 'colour: green'),
    )
    const lines = complaints.split('\n').map((line) => line.replace(/^own\.yaml:\d+: /, '').replace(/: .*/, ''))
    expect(new Set(lines)).toEqual(
      new Set(['administrator.loginName', 'unit.type', 'unit.hosts.0', 'unit.year.endsOn', 'unit.colour']),
    )
    expect(complaints).toMatch(/^own\.yaml:\d+: unit\.type: It must be one of school, area\.$/m)
  })

  it('says where a file is no YAML, and that a file is missing', async () => {
    await writeFile(join(folder, 'own.yaml'), 'unit:\n  name: "open\n')
    expect((await setUp('own.yaml')).complaints).toMatch(/^own\.yaml:\d+: .*quote/)
    expect((await setUp('none.yaml')).complaints).toBe('The file none.yaml cannot be read (ENOENT).')
  })
})

const operator = { loginName: 'operator', name: '平台管理员', englishName: '', password: 'blue.Teapot44' }
const administrator = { loginName: 'head', name: '沈清妍', englishName: 'Shen Qingyan', password: 'kestrel7moss' }
const unit = {
  type: 'school',
  name: '云溪实验学校',
  englishName: 'Yunxi School',
  hosts: ['school.example.org'],
  campuses: [{ name: '主校区', englishName: 'Main campus' }],
  year: suggestYear('2026-09-01'),
  themeColor: '#2F7D6B',
}

const issue = () => own.database.asOwner(issueSetupCode)

/** The answer of an endpoint at a host that has no unit. */
async function call(path: string, body: unknown) {
  const response = await createTestBrowser(app, { host: 'nowhere.example.org' }).request('POST', path, {
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return Object(response.json())
}
const check = async (code: string) => (await call(checkSetup.path, { code })).code
const complete = (code: string, more: object = {}) =>
  call(completeSetup.path, { code, operator, administrator, unit, ...more })

describe('a set-up link', () => {
  it('sets the portal up once, with logo and mail, and its administrator signs in', async () => {
    const code = await issue()
    const other = await issue()
    expect(await check(code)).toBe('ok')
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2F7D6B' } })
      .png()
      .toBuffer()
    const mail = {
      host: 'smtp.example.org',
      port: 465,
      secure: 'tls',
      username: 'portal',
      password: 'mail-geheim',
      fromAddress: 'portal@example.org',
    }
    const done = await complete(code, { logo: `data:image/png;base64,${png.toString('base64')}`, mail })
    expect(done).toMatchObject({
      code: 'ok',
      data: { host: 'school.example.org', operators: { host: OPERATORS, port: null } },
    })
    expect(await signIn('school.example.org', 'head', 'kestrel7moss')).toMatchObject({ realName: '沈清妍' })
    expect(await count(`unit_logo where media_type = 'image/png'`)).toBe(1)
    expect(await count(`unit_mail where password_sealed is not null and host = 'smtp.example.org'`)).toBe(1)
    expect((await complete(code)).code).toBe('setup.done')
    expect(await check(other)).toBe('setup.done')
    expect(await count('setup_code')).toBe(0)
    expect(await count(SCHOOLS)).toBe(1)
  })

  it('makes two accounts that do not meet, also where they have the same username', async () => {
    const password = 'heron4reed.Lake'
    const same = { ...administrator, loginName: 'Operator', password }
    expect((await complete(await issue(), { administrator: same })).code).toBe('ok')
    const nobody = {}
    expect(await signIn('school.example.org', 'operator', password)).toMatchObject({ unitType: '2', superman: false })
    expect(await signIn('school.example.org', 'operator', operator.password)).toEqual(nobody)
    expect(await signIn(OPERATORS, 'operator', operator.password)).toMatchObject({ unitType: '0', superman: true })
    expect(await signIn(OPERATORS, 'operator', password)).toEqual(nobody)
    expect(await count(`user_account a join unit u using (unit_id) where a.superman <> (u.unit_type = '0')`)).toBe(0)
    expect(await count(`role where code = 'OPERATOR'`)).toBe(0)
    expect(
      await count(`permission p join unit u using (unit_id) where p.code = 'operator' and u.unit_type <> '0'`),
    ).toBe(0)
  })

  it('does nothing with an unknown or expired code', async () => {
    const code = await issue()
    await own.database.asOwner((tx) => tx.execute(sql`update setup_code set expires_at = now() - interval '1 second'`))
    expect(await check(code)).toBe('setup.code_invalid')
    expect((await complete(code)).code).toBe('setup.code_invalid')
    expect(await check('x'.repeat(43))).toBe('setup.code_invalid')
    expect(await count('unit')).toBe(0)
  })

  it('sets up one school when it is completed several times at once', async () => {
    const codes = [await issue(), await issue()]
    const answers = await Promise.all([0, 1, 0, 1].map((at) => complete(codes[at] ?? '')))
    expect(answers.filter(({ code }) => code === 'ok')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'setup.done')).toHaveLength(3)
    expect(await Promise.all(['unit', 'user_account'].map(count))).toEqual([2, 2])
  })

  it.each([
    ['operator.password', { operator: { ...operator, password: 'password1' } }],
    ['administrator.password', { administrator: { ...administrator, password: 'Yunxi2026' } }],
    ['logo', { logo: 'data:image/png;base64,AAAA' }],
    ['unit.hosts.0', { unit: { ...unit, hosts: ['https://x'] } }],
    ['unit.year.terms.1.startsOn', { unit: { ...unit, year: overlapping() } }],
  ])('stays good when %s is refused', async (field, wrong) => {
    const code = await issue()
    expect(JSON.stringify(await complete(code, wrong))).toContain(`"${field}"`)
    expect(await Promise.all(['unit', 'user_account', 'setup_code'].map(count))).toEqual([0, 0, 1])
    expect(await check(code)).toBe('ok')
  })

  it('refuses an address that a unit has', async () => {
    await setUp()
    await own.database.asOwner((tx) => tx.execute(sql`delete from user_account where superman`))
    const code = await issue()
    const answer = await complete(code, { unit: { ...unit, hosts: ['other.example.org', 'school.localhost'] } })
    expect(answer.code).toBe('setup.host_taken')
    expect(await check(code)).toBe('ok')
  })

  it('is not guessed: one address may try a few times in a minute', async () => {
    const codes = await Promise.all(Array.from({ length: 30 }, (_, at) => check(`${at}`.padStart(43, 'x'))))
    expect(codes.filter((code) => code === 'request.rate_limited').length).toBeGreaterThanOrEqual(9)
  })

  it('is printed again while there is no operator', async () => {
    const print = (env = {}) => saidBy((output) => printSetupLink([], environment(env), output))
    const { code, printed } = await print({ PORTAL_ORIGIN: 'https://school.example.org' })
    expect(code).toBe(0)
    const [, secret = ''] = /https:\/\/school\.example\.org\/setup#([\w-]{43})$/.exec(printed) ?? []
    expect(await check(secret)).toBe('ok')
    await setUp()
    expect(await print()).toMatchObject({
      code: 1,
      printed: '',
      complaints: expect.stringContaining('has an operator'),
    })
  })
})

function overlapping() {
  const year = suggestYear('2026-09-01')
  return { ...year, terms: year.terms.map((term, at) => (at === 1 ? { ...term, startsOn: '2027-01-10' } : term)) }
}
