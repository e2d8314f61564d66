import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { unitConfig } from '../../../contract/endpoints/units/tenant.ts'
import { openMail, readMailSettings, removeMail, sendTestMail } from '../../../server/modules/mail/unit-mail.ts'
import { startMailServer } from '../../support/fakes/mail-server.ts'
import { setMail } from '../../support/callers/password-caller.ts'
import { usePasswordSchool } from '../../support/schools/password-school.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { useMailServer } from '../../support/fakes/use-mail-server.ts'

const ADDRESS = 'lin.zhiyuan@riverside.test'

const school = usePasswordSchool()
const mailbox = useMailServer(school)

describe('a unit’s mail server', () => {
  const inUnit = async <T>(work: Parameters<typeof school.test.database.inUnit<T>>[1]) =>
    school.test.database.inUnit({ unitId: await unitOf(school.test), userId: null }, work)

  it('is told by the unit’s configuration, and its password is nowhere readable', async () => {
    expect((await school.test.visit().get(unitConfig.path)).envelope.data).toMatchObject({
      resetByMail: true,
      passwordRule: 'mixed',
    })
    expect(JSON.stringify(await runAsOwner(school.test, sql`select m::text as row from unit_mail m`))).not.toContain(
      '发信',
    )
    expect(await inUnit(readMailSettings)).toMatchObject({ host: '127.0.0.1', hasPassword: true })
    const unitId = await unitOf(school.test)
    await inUnit((tx) => removeMail(tx, unitId))
    expect((await school.test.visit().get(unitConfig.path)).envelope.data).toMatchObject({ resetByMail: false })
  })

  it('keeps its password when other settings change, and asks for it before another server, another user or a weaker protection gets it', async () => {
    const read = () => inUnit(readMailSettings)
    const refused = { code: 'request.invalid', fields: [{ field: 'password', code: 'field.password_again' }] }
    await setMail(school.test, { port: 2525, password: '', secure: 'tls' })
    for (const change of [
      { host: 'mail.elsewhere.example' },
      { username: 'other' },
      { secure: 'starttls' },
      { secure: 'none' },
    ] as const)
      await expect(setMail(school.test, { port: 2525, password: '', secure: 'tls', ...change })).rejects.toMatchObject(
        refused,
      )
    expect(await read()).toMatchObject({ host: '127.0.0.1', port: 2525, secure: 'tls', hasPassword: true })
    await setMail(school.test, { port: 2525, secure: 'none' })
    await setMail(school.test, { port: 2525, password: '', secure: 'starttls' })
    expect(await read()).toMatchObject({ secure: 'starttls', hasPassword: true })
    await setMail(school.test, { port: 2525, username: '', password: '', secure: 'none' })
    expect(await read()).toMatchObject({ secure: 'none', hasPassword: false })
  })

  it('gets no password without encryption where encryption is asked for', async () => {
    await setMail(school.test, { port: mailbox.server.port, secure: 'starttls' })
    const settings = await inUnit((tx) => openMail(tx, school.test.app.vault))
    if (!settings) throw new Error('no settings')
    const addresses = school.test.app.mailAddresses
    await expect(sendTestMail(settings, ADDRESS, addresses)).rejects.toMatchObject({ code: 'mail.unreachable' })
    const encrypting = await startMailServer({ encryption: true })
    // Its certificate is self-signed.
    await expect(sendTestMail({ ...settings, port: encrypting.port }, ADDRESS, addresses)).rejects.toMatchObject({
      code: 'mail.unreachable',
    })
    expect([...mailbox.server.encrypted, ...encrypting.encrypted]).toEqual([])
    await encrypting.close()
    await sendTestMail({ ...settings, secure: 'none' }, ADDRESS, addresses)
    expect(mailbox.server.mails[0]?.headers.get('subject')).toBe('测试邮件 · Test mail')
  })
})
