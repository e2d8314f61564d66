import { once } from 'node:events'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { createTestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { fieldsOf, GOOD_MAIL, useAdministeredSchool } from '../../support/schools/sign-in-settings.ts'

const { post, change, read, config } = useAdministeredSchool()

describe('the mail server', () => {
  it('keeps its password for the same server, user and protection alone', async () => {
    expect((await change(signInAdmin.saveMail, GOOD_MAIL)).mail).toEqual({
      host: 'smtp.example.org',
      port: 465,
      secure: 'tls',
      username: 'portal',
      passwordSet: true,
      fromAddress: 'portal@example.org',
    })
    expect((await config()).resetByMail).toBe(true)
    const { password: _, ...rest } = GOOD_MAIL
    expect((await change(signInAdmin.saveMail, { ...rest, port: 2465 })).mail).toMatchObject({
      port: 2465,
      passwordSet: true,
    })
    for (const other of [{ host: 'evil.example.org' }, { username: 'other' }, { secure: 'none' }]) {
      const envelope = await post(signInAdmin.saveMail, { ...rest, ...other })
      expect(fieldsOf(envelope)).toEqual(['request.invalid', 'password'])
      expect(envelope.fieldErrors?.[0]?.message).toContain('请重新填写密码|||')
    }
    expect((await read()).mail).toMatchObject({ host: 'smtp.example.org', secure: 'tls', passwordSet: true })
    expect((await change(signInAdmin.saveMail, { ...GOOD_MAIL, secure: 'none' })).mail).toMatchObject({
      secure: 'none',
    })
    expect((await change(signInAdmin.deleteMail, {})).mail).toBeNull()
    expect((await config()).resetByMail ?? false).toBe(false)
    expect((await post(signInAdmin.testMail, { to: 'a@example.org' })).code).toBe('mail.not_set_up')
  })

  it.each([
    ['no host', { host: ' ' }, 'host'],
    ['an address for a host', { host: 'https://smtp.example.org' }, 'host'],
    ['port 0', { port: 0 }, 'port'],
    ['half a port', { port: 25.5 }, 'port'],
    ['no sender', { fromAddress: '' }, 'fromAddress'],
    ['a sender that is no address', { fromAddress: 'portal' }, 'fromAddress'],
    ['a sender with a second line', { fromAddress: 'a@example.org\r\nBcc: b@example.org' }, 'fromAddress'],
    ['an unknown protection', { secure: 'ssl' }, 'secure'],
  ])('is refused with %s, and the field is named', async (_, wrong, field) => {
    expect(fieldsOf(await post(signInAdmin.saveMail, { ...GOOD_MAIL, ...wrong }))).toEqual(['request.invalid', field])
    expect((await read()).mail).toBeNull()
  })

  it('is tried by a mail, and tells why it did not take it, but not what the server said', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _, done) => done(address.startsWith('full@') ? new Error('mailbox is full') : undefined),
      onData: (stream, { envelope }, done) => {
        stream.resume().on('end', () => {
          received.push(...envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    const port = await findFreePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const problemOf = async (to: string) =>
      z.parse(signInAdmin.testMail.response, (await post(signInAdmin.testMail, { to })).data).problem
    await change(signInAdmin.saveMail, { ...GOOD_MAIL, host: '127.0.0.1', port, secure: 'none', username: '' })
    expect(await problemOf(' head@example.org ')).toBeNull()
    expect(received).toEqual(['head@example.org'])
    const full = await post(signInAdmin.testMail, { to: 'full@example.org' })
    expect(full.data).toEqual({ problem: 'mail.refused' })
    expect(JSON.stringify(full)).not.toContain('mailbox')
    expect(fieldsOf(await post(signInAdmin.testMail, { to: 'head' }))).toEqual(['request.invalid', 'to'])

    await new Promise<void>((resolve) => server.close(resolve))
    expect(await problemOf('head@example.org')).toBe('mail.unreachable')
    await change(signInAdmin.deleteMail, {})
  })

  it('is not connected to at an address that is not public, unless the operator allows its network', async () => {
    let connections = 0
    const banners = createServer((socket) => {
      connections += 1
      socket.end('SSH-2.0-internal\r\n')
    }).listen(0)
    await once(banners, 'listening')
    const { port } = z.parse(z.object({ port: z.number() }), banners.address())
    const problemAt = async (host: string, browser?: TestBrowser) => {
      await change(signInAdmin.saveMail, { ...GOOD_MAIL, host, port, secure: 'none' }, browser)
      return (await post(signInAdmin.testMail, { to: 'head@example.org' }, browser)).data
    }
    const strict = await createTestApp({ config: { mailNetworks: [] } })
    const admin = await strict.signIn('admin')
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0', '169.254.169.254', '10.0.0.1'])
      expect(await problemAt(host, admin)).toEqual({ problem: 'mail.private_address' })
    expect(connections).toBe(0)
    await strict.close()

    expect(await problemAt('127.0.0.1')).toEqual({ problem: 'mail.unreachable' })
    expect(connections).toBe(1)
    await change(signInAdmin.deleteMail, {})
    await new Promise((resolve) => banners.close(resolve))
  })
})
