import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configureVoice } from '../../../server/commands/voice-config.ts'
import { createVault, readVaultKey } from '../../../server/runtime/vault.ts'
import { openSpeechService } from '../../../server/modules/voice/speech-service.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

const SERVICE = { keyId: 'LTAI-own', keySecret: 'only-here', appKey: 'project' }

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await createTestDatabase({ demo: true })
  folder = await mkdtemp(join(tmpdir(), 'portal-voice-config-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

async function run(settings: unknown, host = 'localhost') {
  const said: string[] = []
  const file = join(folder, 'voice.json')
  await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
  const { host: socket, port, user, password, database } = test.connection
  const query = new URLSearchParams({ host: String(socket), port: String(port) })
  const env = {
    PORTAL_DATA: folder,
    DATABASE_URL: `postgresql://${user}:${String(password)}@localhost/${database}?${query}`,
  }
  const output = { print: (text: string) => said.push(text), complain: (text: string) => said.push(text) }
  const code = await configureVoice(['--host', host, '--set', file], env, output)
  return { code, said: said.join('\n') }
}

async function phrases(host = 'localhost'): Promise<unknown[]> {
  const { rows } = await test.database.asOwner((tx) =>
    tx.execute(sql`select phrase, app_code, url, user_types, permission
      from vocabulary where unit_id = (select unit_id from unit_host where host = ${host}) order by phrase`),
  )
  return rows
}

async function service() {
  const vault = createVault(await readVaultKey(folder, undefined))
  const { rows } = await test.database.asOwner((tx) =>
    tx.execute(sql`select unit_id from unit_host where host = 'localhost'`),
  )
  const scope = { unitId: String(rows[0]?.['unit_id']), userId: null }
  return test.database.inUnit(scope, (tx) => openSpeechService(tx, vault, 'zh-CN'))
}

it('sets service and vocabulary of one unit, and leaves alone what the file does not name', async () => {
  const seeded = await phrases('ginkgo.localhost')
  expect(await run({ service: SERVICE })).toEqual({ code: 0, said: 'Saved.' })
  expect(await service()).toMatchObject({ keySecret: 'only-here', appKey: 'project', region: 'cn-shanghai' })
  expect((await phrases()).length).toBe(seeded.length)
  const vocabulary = [
    { language: 'zh-CN', phrase: '校史馆', url: 'https://history.example/' },
    {
      language: 'zh-CN',
      phrase: '班级照片',
      app: 'files',
      url: '#/photos',
      userTypes: [2],
      permission: 'files_upload',
    },
  ]
  expect((await run({ vocabulary })).code).toBe(0)
  expect(await phrases()).toEqual([
    { phrase: '校史馆', app_code: null, url: 'https://history.example/', user_types: [], permission: null },
    { phrase: '班级照片', app_code: 'files', url: '#/photos', user_types: [2], permission: 'files_upload' },
  ])
  expect(await phrases('ginkgo.localhost')).toEqual(seeded)
  expect(await service()).not.toBeNull()
  expect((await run({ service: null, vocabulary: [] })).code).toBe(0)
  expect([await service(), await phrases()]).toEqual([null, []])
})

it.each([
  ['a file that is no JSON', '{', /voice\.json cannot be used/],
  ['an unknown setting', { voice: 1 }, /cannot be used/],
  [
    'an address that runs script',
    { vocabulary: [{ language: 'en', phrase: 'x', url: 'javascript:alert(1)' }] },
    /vocabulary\.0\.url: Enter a path of the portal/,
  ],
  [
    'an application that there is not',
    { vocabulary: [{ language: 'en', phrase: 'x', app: 'nothing' }] },
    /Nothing was changed\.\nvocabulary\.0\.app/,
  ],
  [
    'a phrase that comes twice',
    { vocabulary: [1, 2].map(() => ({ language: 'en', phrase: 'x', app: 'files' })) },
    /vocabulary\.0?1\.phrase/,
  ],
  ['a service without its secret', { service: { keyId: 'a', appKey: 'b' } }, /Nothing was changed\.\nkeySecret/],
])('refuses %s, and changes nothing', async (_, settings, says) => {
  const before = await phrases()
  const { code, said } = await run(settings)
  expect(code).toBe(1)
  expect(said).toMatch(says)
  expect(await phrases()).toEqual(before)
})

it('says what it needs, and which unit is not there', async () => {
  const said: string[] = []
  const output = { print: (text: string) => said.push(text), complain: (text: string) => said.push(text) }
  expect(await configureVoice([], {}, output)).toBe(1)
  expect(await configureVoice(['--wrong'], {}, output)).toBe(1)
  expect(said.join('\n')).toContain('npm run voice-config -- --host HOST')
  expect(await run({ vocabulary: [] }, 'nowhere.example')).toEqual({
    code: 1,
    said: 'No unit answers at "nowhere.example".',
  })
})

it('takes the example of the documentation', async () => {
  const [, example = ''] = /```json\n([^]*?)```/.exec(await readFile('docs/develop/voice.md', 'utf8')) ?? []
  expect((await run(example)).code).toBe(0)
})

it('leaves an event in the trail of the unit, without the secret', async () => {
  await test.database.asOwner((tx) => tx.execute(sql`delete from admin_event`))
  expect(await run({ service: SERVICE })).toMatchObject({ code: 0 })
  const { rows } = await test.database.asOwner((tx) => tx.execute(sql`select kind, action, changes from admin_event`))
  expect(rows).toMatchObject([{ kind: 'command', action: 'voice-config', changes: { service: { keyId: 'LTAI-own' } } }])
  expect(JSON.stringify(rows)).not.toContain(SERVICE.keySecret)
})
