import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEND_MESSAGES, WRITE_TODOS } from '../../../contract/rules/own-scopes.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { listenAt, register, type Registered } from '../../support/callers/third-party.ts'

// The examples of docs/develop/third-parties.md, run as they are written with the variables that the page names.

const PAGE = new URL('../../../docs/develop/third-parties.md', import.meta.url)
const run = promisify(execFile)

let test: TestApp
let origin: string
let examples: string[]
beforeAll(async () => {
  test = await createTestApp()
  ;({ origin } = await listenAt(test))
  examples = [...(await readFile(PAGE, 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text)
})
afterAll(() => test.close())

/** The JSON texts that an example writes. */
async function runExample(text: string, { clientId, secret }: Registered, more: Record<string, string> = {}) {
  const env = { ...process.env, SCHOOL: origin, CLIENT_ID: clientId, CLIENT_SECRET: secret, ...more }
  const { stdout } = await run('sh', ['-ec', text], { env })
  const answers: unknown = JSON.parse(`[${stdout.replaceAll(/\}\s*\{"status"/g, '},{"status"')}]`)
  return answers
}

/** The examples are for a POSIX shell with curl and jq, which not every computer has. */
const hasTools = await run('sh', ['-c', 'command -v curl && command -v jq']).then(
  () => true,
  () => false,
)

describe('the page for third parties', () => {
  it('has examples that name all their variables', () => {
    expect(examples.length).toBe(3)
    const named = new Set(
      [...(examples[0] ?? '').matchAll(/^([A-Z_]+)=| ([A-Z_]+)=/gm)].map(([, one, two]) => one ?? two),
    )
    for (const example of examples.slice(1)) {
      const made = new Set([...example.matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name))
      const used = [...example.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name)
      expect(used.filter((name) => !named.has(name) && !made.has(name))).toEqual([])
    }
  })

  it('sends a message, and makes, closes and withdraws a to-do', async () => {
    if (!hasTools) return
    const library = await register(test, {
      redirectUris: ['https://library.example.org/callback'],
      ownScopes: [SEND_MESSAGES, WRITE_TODOS],
    })
    const [pupil] = await runAsOwner(
      test,
      sql`select s.student_number as number, s.class_id as class from student s join user_account u using (user_id) where u.login_name = 'student'`,
    )
    const more = { PUPIL: String(pupil?.['number']), CLASS: String(pupil?.['class']), DUE: '2099-01-31' }
    const answers = await runExample(examples[1] ?? '', library, more)
    expect(answers).toMatchObject([
      { status: 200, code: 'ok', message: '', data: { recipients: 1, unknown: [] } },
      { status: 200, code: 'ok' },
      { status: 200, code: 'ok' },
    ])
  })

  it('issues a ticket', async () => {
    if (!hasTools) return
    await runAsOwner(test, sql`update unit set sign_in_ways = '{"ticket": true}'::jsonb`)
    const partner = await register(test, { mayIssueTickets: true })
    expect(await runExample(examples[2] ?? '', partner)).toMatchObject([
      { status: 200, code: 'ok', data: { url: expect.stringContaining('/login/?ticket=') } },
    ])
  })
})
