import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { userHandleOf } from '../../../server/modules/auth/passkeys/passkeys.ts'
import { createPasswords } from '../../../server/modules/auth/passwords/passwords.ts'
import { createAuthenticatorSecret } from '../../../server/modules/auth/second-step/one-time-codes.ts'
import { secretContext } from '../../../server/modules/auth/second-step/second-step.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { createVault } from '../../../server/runtime/vault.ts'
import { createTestDatabase, queryOnce } from '../../support/app/database.ts'
import { createTestBrowser } from '../../support/browser/test-browser.ts'
import { signInByPasskey } from '../../support/callers/passkey-caller.ts'
import { createSoftwarePasskey } from '../../support/fakes/authenticator.ts'
import { OPERATORS } from '../../support/schools/operators.ts'

// An operator who was an account of a school before operators had a unit of their own: the second factor is sealed for that account, and the passkey names it.

const PASSWORD = 'kestrel7moss'
const SCHOOL_ACCOUNT = '01890000-0000-7000-8000-000000000001'

const vault = createVault(Buffer.alloc(32, 7))
const passwords = createPasswords()
const passkey = createSoftwarePasskey()
const secret = createAuthenticatorSecret()
let operator: string
let app: FastifyInstance
let close: () => Promise<void>

beforeAll(async () => {
  const { database, connection, close: closeDatabase } = await createTestDatabase()
  const one = async (text: string) => String(Object.values((await queryOnce(connection, text))[0] ?? {})[0])
  const unit = await one(`select portal_operators_unit()`)
  const school = await one(
    `insert into unit (name, english_name, unit_type) values ('云溪学校', 'Yunxi', '2') returning unit_id`,
  )
  await queryOnce(connection, `insert into unit_host (host, unit_id) values ('first.localhost', '${school}')`)
  operator = await one(
    `insert into user_account (unit_id, login_name, real_name, user_type, superman)
      values ('${unit}', 'operator', '沈清妍', 4, true) returning user_id`,
  )
  const insert = async (table: string, columns: string, values: string) =>
    queryOnce(
      connection,
      `insert into ${table} (unit_id, user_id, ${columns}) values ('${unit}', '${operator}', ${values})`,
    )
  const bytes = (buffer: Uint8Array) => `'\\x${Buffer.from(buffer).toString('hex')}'`
  await insert('credential', 'password_hash', `'${await passwords.hash(PASSWORD)}'`)
  const sealed = vault.seal(secret, secretContext(SCHOOL_ACCOUNT))
  await insert('second_step', 'sealed_secret, last_step, made_for', `${bytes(sealed)}, 0, '${SCHOOL_ACCOUNT}'`)
  const key = await verifyRegistrationResponse({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a browser sends
    response: passkey.create({ challenge: 'x' }) as unknown as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: 'x',
    expectedOrigin: 'http://localhost',
    expectedRPID: 'localhost',
  })
  const publicKey = key.registrationInfo?.credential.publicKey ?? Buffer.alloc(0)
  await insert(
    'passkey',
    'credential_id, public_key, counter, backed_up, name, made_for',
    `'${passkey.id}', ${bytes(publicKey)}, 0, false, 'phone', '${SCHOOL_ACCOUNT}'`,
  )
  app = await buildApp({
    database,
    vault,
    logger: createLogger('silent'),
    config: { operatorHosts: [OPERATORS] },
  })
  close = async () => {
    await app.close()
    await passwords.close()
    await closeDatabase()
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

describe('an operator who was an account of a school', () => {
  it('signs in at the operators’ address with username, password and second factor of before', async () => {
    expect((await signIn(OPERATORS, 'operator')).code).toBe('login.code_required')
    const { me } = await signIn(OPERATORS, 'operator', code())
    expect(me).toMatchObject({ userId: operator, unitType: '0', superman: true, realName: '沈清妍', userType: 4 })
  })

  it('signs in by the passkey of before, which the school does not know', async () => {
    const handle = Buffer.from(userHandleOf(SCHOOL_ACCOUNT)).toString('base64url')
    const site = { origin: `http://${OPERATORS}`, rpId: OPERATORS }
    const { envelope } = await signInByPasskey(passkey, createTestBrowser(app, { host: OPERATORS }), site, handle)
    expect(envelope).toMatchObject({ code: 'ok', data: { unitType: '0' } })
    const atSchool = { origin: 'http://first.localhost', rpId: 'first.localhost' }
    const browser = createTestBrowser(app, { host: 'first.localhost' })
    const refused = await signInByPasskey(passkey, browser, atSchool, handle)
    expect(refused.envelope.code).toBe('login.passkey_unknown')
  })
})
