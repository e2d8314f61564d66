import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as endpoints from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { fieldsOf, GOOD_MAIL, useAdministeredSchool } from '../../support/schools/sign-in-settings.ts'

const { post, change, read, config } = useAdministeredSchool()

describe('the mail server', () => {
  it('keeps its password for the same server and user alone', async () => {
    expect((await change(endpoints.saveMail, GOOD_MAIL)).mail).toEqual({
      host: 'smtp.example.org',
      port: 465,
      secure: 'tls',
      username: 'portal',
      passwordSet: true,
      fromAddress: 'portal@example.org',
    })
    expect((await config()).resetByMail).toBe(true)
    const { password: _, ...rest } = GOOD_MAIL
    expect((await change(endpoints.saveMail, { ...rest, port: 2465 })).mail).toMatchObject({
      port: 2465,
      passwordSet: true,
    })
    expect((await change(endpoints.saveMail, { ...rest, host: 'evil.example.org' })).mail?.passwordSet).toBe(false)
    expect((await change(endpoints.deleteMail, {})).mail).toBeNull()
    expect((await config()).resetByMail ?? false).toBe(false)
    expect((await post(endpoints.testMail, { to: 'a@example.org' })).code).toBe('mail.not_set_up')
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
    expect(fieldsOf(await post(endpoints.saveMail, { ...GOOD_MAIL, ...wrong }))).toEqual(['request.invalid', field])
    expect((await read()).mail).toBeNull()
  })

  it('is tried by a mail, and what it answers is told', async () => {
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
      z.parse(endpoints.testMail.response, (await post(endpoints.testMail, { to })).data).problem
    await change(endpoints.saveMail, { ...GOOD_MAIL, host: '127.0.0.1', port, secure: 'none', username: '' })
    expect(await problemOf(' head@example.org ')).toBeNull()
    expect(received).toEqual(['head@example.org'])
    expect(await problemOf('full@example.org')).toMatchObject({
      code: 'mail.refused',
      said: expect.stringContaining('mailbox is full'),
    })
    expect(fieldsOf(await post(endpoints.testMail, { to: 'head' }))).toEqual(['request.invalid', 'to'])

    await new Promise<void>((resolve) => server.close(resolve))
    expect(await problemOf('head@example.org')).toEqual({ code: 'mail.unreachable', said: '' })
    await change(endpoints.deleteMail, {})
  })
})
