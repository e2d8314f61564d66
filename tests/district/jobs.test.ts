import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestReset } from '../../contract/endpoints/sign-in/passwords.ts'
import { createS3ByteStore } from '../../server/blobs/s3/s3-byte-store.ts'
import { createS3Bucket } from '../../server/blobs/s3/s3-client.ts'
import { openDatabase } from '../../server/db/open.ts'
import { cleanUpFiles } from '../../server/modules/files/cleanup.ts'
import { saveMail } from '../../server/modules/mail/unit-mail.ts'
import { silentLog } from '../../server/runtime/logger.ts'
import { createVault, readVaultKey } from '../../server/runtime/vault.ts'
import { signIn } from '../support/callers/portal-caller.ts'
import { contentPath } from '../support/callers/storage-caller.ts'
import { databaseUrl } from '../support/district/database-server.ts'
import { BUCKET, gatewayAddress } from '../support/district/object-storage.ts'
import { openDistrict, type District } from '../support/district/portals.ts'
import { createUploadClient } from '../support/district/upload-client.ts'
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../support/fakes/mail-server.ts'
import { randomContent } from '../support/samples/random-content.ts'
import { until } from '../support/until.ts'

let district: District
beforeAll(async () => {
  district = await openDistrict()
})
afterAll(() => district.close())

it('portals that start at the same moment do what both find to be done once', async () => {
  await Promise.all(district.portals.map((portal) => portal.stop()))
  await district.query(`
    create table filled_pinyin (user_id uuid);
    create function note_pinyin() returns trigger language plpgsql security definer as $$
      begin insert into filled_pinyin values (new.user_id); return null; end $$;
    update user_account set name_pinyin = null;
    create trigger note_pinyin after update on user_account for each row
      when (old.name_pinyin is null and new.name_pinyin is not null) execute function note_pinyin();
    -- The interval has had its run when the portals started for the first time.
    delete from portal_queue._private_jobs where key like 'scheduled %'`)
  await Promise.all(district.portals.map((portal) => portal.start()))
  const left = 'select from user_account where name_pinyin is null'
  await until(async () => (await district.query(left)).length === 0, { what: 'the pinyin of all people' })
  const counts = `select count(*)::integer as filled, count(distinct user_id)::integer as people,
    (select count(*)::integer from user_account) as expected from filled_pinyin`
  const [counted] = await district.query(counts)
  expect(counted).toEqual({
    filled: counted?.['expected'],
    people: counted?.['expected'],
    expected: expect.any(Number) as number,
  })
  await district.query('drop table filled_pinyin; drop function note_pinyin cascade')
})

it('each mail is sent once, whichever portal was asked for it', async () => {
  const server = await startMailServer()
  try {
    await setMail(server.port)
    const people = await district.query(`update user_account set email = login_name || '@riverside.test'
      where user_id in (select a.user_id from user_account a join unit_host h on h.unit_id = a.unit_id and h.host = 'localhost'
        where a.status = 1 and a.user_type in (1, 2) order by login_name limit 20) returning login_name`)
    const names = people.map((row) => String(row['login_name']))
    const addressees = () => server.mails.flatMap(({ to }) => to)
    const expected = names.map((name) => `${name}@riverside.test`)
    await Promise.all(names.map((username, at) => askForMail(at, username)))
    await until(() => addressees().length >= expected.length, { what: 'the mails' })
    // The last one of all: what would be sent twice has had its turn.
    const [last = ''] = names
    await askForMail(1, last)
    await until(() => addressees().length > expected.length, { what: 'the last mail' })
    const inOrder = (list: readonly string[]) => list.toSorted((a, b) => a.localeCompare(b))
    expect(inOrder(addressees())).toEqual(inOrder([...expected, `${last}@riverside.test`]))
  } finally {
    await server.close()
  }
})

it('two clean-ups at the same moment remove each file once, and nothing that is in use', async () => {
  const teacher = await signIn(district.origin)
  const client = createUploadClient(teacher)
  const contents = Array.from({ length: 12 }, (_, at) => randomContent(70_000 + at))
  const files = await Promise.all(contents.map((content, at) => client.upload(`旧的 ${at}.bin`, content)))
  const [inUse, ...gone] = files.map(({ id }, at) => ({ id, content: contents[at] ?? Buffer.alloc(0) }))
  const old = `now() - interval '40 days'`
  await district.query(`update storage_file set deleted_at = ${old} where file_id = any($1)`, [
    gone.map(({ id }) => id),
  ])
  await district.query(`update storage_object set confirmed_at = ${old}`)
  const [first, second] = [openProcess(), openProcess()]
  try {
    const limits = { binDays: 30, uploadDays: 7 }
    const results = await Promise.all(
      [first, second].map(({ database, bytes }) => cleanUpFiles(database, bytes, limits)),
    )
    const sum = (what: 'files' | 'objects') => results.reduce((total, result) => total + result[what], 0)
    expect({ files: sum('files'), objects: sum('objects') }).toEqual({ files: gone.length, objects: gone.length })
    const left = new Set<string>()
    for await (const { sha256 } of first.bytes.listObjects()) left.add(sha256)
    expect(gone.filter(({ content }) => left.has(sha256Of(content)))).toEqual([])
    expect(await teacher.download(contentPath(inUse?.id ?? ''))).toEqual(inUse?.content)
  } finally {
    await first.close()
    await second.close()
  }
})

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** What a portal does its clean-ups with. */
function openProcess() {
  const { plan } = district
  const connection = { connectionString: databaseUrl(plan.ports.database) }
  const database = openDatabase({ connection, log: silentLog })
  const bytes = createS3ByteStore(
    createS3Bucket({ ...BUCKET, region: 'us-east-1', endpoint: gatewayAddress(plan.ports) }),
  )
  const close = async () => {
    await bytes.close()
    await database.close()
  }
  return { database, bytes, close }
}

/** Gives the school a mail server. */
async function setMail(port: number): Promise<void> {
  const { plan } = district
  const { database, close } = openProcess()
  const vault = createVault(await readVaultKey(plan.folder, plan.secret))
  const [row] = await district.query(`select unit_id from unit_host where host = 'localhost'`)
  const unitId = String(row?.['unit_id'])
  const login = { username: MAIL_USER, password: MAIL_PASSWORD, fromAddress: 'portal@riverside.test' }
  await database.inUnit({ unitId, userId: null }, (tx) =>
    saveMail(tx, vault, unitId, { host: '127.0.0.1', port, secure: 'none', ...login }),
  )
  await close()
}

async function askForMail(at: number, username: string): Promise<void> {
  const portal = district.portals[at % 2 === 0 ? 0 : 1]
  const response = await fetch(portal.origin + requestReset.path, {
    method: 'POST',
    body: new URLSearchParams({ username }),
    headers: { 'x-portal-device': 'pc', 'x-forwarded-for': `192.0.2.${at + 1}` },
  })
  expect(response.status).toBe(200)
}
