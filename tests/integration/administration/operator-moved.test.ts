import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { migrate, migrations } from '../../../server/db/migrate.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { userHandleOf } from '../../../server/modules/auth/passkeys/passkeys.ts'
import { createPasswords } from '../../../server/modules/auth/passwords/passwords.ts'
import { createAuthenticatorSecret } from '../../../server/modules/auth/second-step/one-time-codes.ts'
import { secretContext } from '../../../server/modules/auth/second-step/second-step.ts'
import { createLogger, silentLog } from '../../../server/runtime/logger.ts'
import { createVault } from '../../../server/runtime/vault.ts'
import { createEmptyDatabase, queryOnce } from '../../support/app/database.ts'
import { createTestBrowser } from '../../support/browser/test-browser.ts'
import { signInByPasskey } from '../../support/callers/passkey-caller.ts'
import { createSoftwarePasskey } from '../../support/fakes/authenticator.ts'
import { OPERATORS } from '../../support/schools/operators.ts'

// An installation whose operators are accounts of schools, as they were made before they had a unit of their own.

const PASSWORD = 'kestrel7moss'
const at = migrations.findIndex(({ name }) => name.endsWith('operators_unit'))

const vault = createVault(Buffer.alloc(32, 7))
const passwords = createPasswords()
const passkey = createSoftwarePasskey()
const secret = createAuthenticatorSecret()
let before: { operator: string; head: string; closed: string; alone: string }
let app: FastifyInstance
let run: (text: string) => Promise<Record<string, unknown>[]>
let close: () => Promise<void>

const one = async (text: string) => String(Object.values((await run(text))[0] ?? {})[0])

beforeAll(async () => {
  const empty = await createEmptyDatabase()
  const connection = { ...inject('postgres'), user: 'portal', database: empty.name }
  run = (text) => queryOnce(connection, text)
  await migrate(connection, silentLog, migrations.slice(0, at))
  const hash = await passwords.hash(PASSWORD)
  const school = async (host: string) => {
    const unit = await one(
      `insert into unit (name, english_name, unit_type) values ('云溪学校', '${host}', '2') returning unit_id`,
    )
    await run(`insert into unit_host (host, unit_id) values ('${host}', '${unit}')`)
    await run(
      `insert into role (unit_id, service, code, name, english_name) values ('${unit}', 'base', 'XX_SYS_', '系统管理员', 'Administrator')`,
    )
    return unit
  }
  const account = async (unit: string, loginName: string, { superman = false, status = 1 } = {}) => {
    const user = await one(
      `insert into user_account (unit_id, login_name, real_name, english_name, user_type, superman, status, email)
        values ('${unit}', '${loginName}', '沈清妍', 'Shen Qingyan', 4, ${superman}, ${status}, 'shen@example.org') returning user_id`,
    )
    await run(`insert into credential (unit_id, user_id, password_hash) values ('${unit}', '${user}', '${hash}')`)
    return user
  }
  const first = await school('first.localhost')
  const second = await school('second.localhost')
  const operator = await account(first, 'operator', { superman: true })
  const head = await account(first, 'head')
  await run(
    `insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, '${head}' from role where unit_id = '${first}' and code = 'XX_SYS_'`,
  )
  const closed = await account(first, 'former', { superman: true, status: 0 })
  const alone = await account(second, 'Operator', { superman: true })
  before = { operator, head, closed, alone }
  const bytes = (buffer: Uint8Array) => `'\\x${Buffer.from(buffer).toString('hex')}'`
  await run(
    `insert into second_step (unit_id, user_id, sealed_secret, last_step)
      values ('${first}', '${operator}', ${bytes(vault.seal(secret, secretContext(operator)))}, 0)`,
  )
  const key = await verifyRegistrationResponse({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a browser sends
    response: passkey.create({ challenge: 'x' }) as unknown as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: 'x',
    expectedOrigin: 'http://localhost',
    expectedRPID: 'localhost',
  })
  await run(
    `insert into passkey (unit_id, user_id, credential_id, public_key, counter, backed_up, name)
      values ('${first}', '${operator}', '${passkey.id}', ${bytes(key.registrationInfo?.credential.publicKey ?? Buffer.alloc(0))}, 0, false, 'phone')`,
  )
  await run(
    `insert into recovery_code (unit_id, user_id, slot, code_hash) values ('${first}', '${operator}', 0, '${hash}')`,
  )
  await run(
    `insert into session (unit_id, user_id, family_hash, access_hash, access_expires_at, refresh_hash, refresh_expires_at, ends_at)
      select unit_id, user_id, sha256('a'), sha256(user_id::text::bytea), now() + interval '1 hour', sha256('c'), now() + interval '1 hour', now() + interval '1 hour'
      from user_account where user_id = '${operator}'`,
  )

  await migrate(connection, silentLog, migrations)
  const database = openDatabase({ connection, log: silentLog, connections: 8 })
  app = await buildApp({
    database,
    vault,
    logger: createLogger('silent'),
    config: { operatorHosts: [OPERATORS] },
  })
  close = async () => {
    await app.close()
    await passwords.close()
    await database.close()
    await empty.drop()
  }
})
afterAll(() => close())

const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signIn(host: string, username: string, otp?: string) {
  const browser = createTestBrowser(app, { host })
  const { envelope } = await browser.post('/api/uaa/oauth/login', { username, password: PASSWORD, ...(otp && { otp }) })
  const me = Object((await browser.get('/api/uaa/oauth/me')).envelope.data)
  return { code: envelope.code, me }
}

describe('operators who were accounts of schools', () => {
  it('sign in at their own address with username, password and second factor of before', async () => {
    expect((await signIn(OPERATORS, 'operator')).code).toBe('login.code_required')
    const { me } = await signIn(OPERATORS, 'operator', code())
    expect(me).toMatchObject({ unitType: '0', superman: true, realName: '沈清妍', userType: 4 })
    expect(me.userId).not.toBe(before.operator)
    // Another school's of the same username.
    expect((await signIn(OPERATORS, 'operator-2')).me).toMatchObject({ unitType: '0', superman: true })
  })

  it('sign in by their passkeys, which their school does not know any more', async () => {
    const handle = Buffer.from(userHandleOf(before.operator)).toString('base64url')
    const site = { origin: `http://${OPERATORS}`, rpId: OPERATORS }
    const { envelope } = await signInByPasskey(passkey, createTestBrowser(app, { host: OPERATORS }), site, handle)
    expect(envelope).toMatchObject({ code: 'ok', data: { unitType: '0' } })
    const atSchool = { origin: 'http://first.localhost', rpId: 'first.localhost' }
    const refused = await signInByPasskey(
      passkey,
      createTestBrowser(app, { host: 'first.localhost' }),
      atSchool,
      handle,
    )
    expect(refused.envelope.code).toBe('login.passkey_unknown')
  })

  it('stay in their schools as ordinary accounts, without a session of before', async () => {
    const { me } = await signIn('first.localhost', 'operator', code(1))
    expect(me).toMatchObject({ userId: before.operator, unitType: '2', superman: false })
    expect(me.permissions).not.toContain('operator')
    expect(
      await one(`select count(*) from session where user_id = '${before.operator}' and revoked_at is not null`),
    ).toBe('1')
    expect(await one(`select count(*) from role_member where user_id = '${before.operator}'`)).toBe('0')
    expect(await one(`select count(*) from role where code = 'OPERATOR'`)).toBe('0')
    expect(
      await one(
        `select count(*) from permission p join unit u using (unit_id) where p.code = 'operator' and u.unit_type <> '0'`,
      ),
    ).toBe('0')
    expect(
      await one(
        `select count(*) from user_account a join unit u using (unit_id) where a.superman <> (u.unit_type = '0')`,
      ),
    ).toBe('0')
  })

  it('leave their school the administrator that it had in them alone', async () => {
    const administrators = await run(
      `select m.user_id from role_member m join role r using (role_id) where r.code = 'XX_SYS_' order by m.user_id`,
    )
    expect(administrators.map(({ user_id }) => String(user_id)).toSorted()).toEqual(
      [before.head, before.alone].toSorted(),
    )
  })

  it('stay closed where they were', async () => {
    expect((await signIn(OPERATORS, 'former')).code).toBe((await signIn(OPERATORS, 'unknown')).code)
    expect(await one(`select count(*) from user_account where superman and status = 0`)).toBe('1')
  })
})

describe('an installation without an operator', () => {
  it('gets no unit for operators', async () => {
    const empty = await createEmptyDatabase()
    const connection = { ...inject('postgres'), user: 'portal', database: empty.name }
    await migrate(connection, silentLog, migrations.slice(0, at))
    await queryOnce(connection, `insert into unit (name, english_name, unit_type) values ('云溪学校', 'Yunxi', '2')`)
    await migrate(connection, silentLog, migrations)
    expect(await queryOnce(connection, `select unit_type from unit`)).toEqual([{ unit_type: '2' }])
    await empty.drop()
  })
})
