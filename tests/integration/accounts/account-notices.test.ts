import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as adminHelp from '../../../contract/endpoints/sign-in/admin-help.ts'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import * as secondFactor from '../../../contract/endpoints/sign-in/second-factor.ts'
import { unbindIdentity } from '../../../contract/endpoints/sign-in/sso.ts'
import { removeMail } from '../../../server/modules/mail/unit-mail.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { startMuteServer } from '../../support/fakes/mute-server.ts'
import { registerPasskey } from '../../support/callers/passkey-caller.ts'
import { askForMail, keepPassword, resetWith, setMail, takeCode } from '../../support/callers/password-caller.ts'
import { findResetLink, type ReceivedMail } from '../../support/callers/read-mail.ts'
import { beginSecret, confirm } from '../../support/callers/second-step-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { begin, bind, finish, unboundId, visitProvider } from '../../support/callers/social-caller.ts'
import { addProvider, weChatForm } from '../../support/schools/social-providers.ts'
import { PASSWORD, useSocialSchool } from '../../support/schools/social-school.ts'
import type { Answer, TestBrowser } from '../../support/browser/test-browser.ts'
import { until } from '../../support/until.ts'
import { useMailServer } from '../../support/fakes/use-mail-server.ts'
import { startFakeWeChat } from '../../support/fakes/fake-wechat.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'

const ADDRESS = 'lin.zhiyuan@riverside.test'
const NEW = 'Garden-2027'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'

const school = useSocialSchool()
const mailbox = useMailServer(school)
let restorePasswords: () => Promise<void>
beforeAll(async () => {
  restorePasswords = await keepPassword(school.test)
})
beforeEach(async () => {
  for (const table of [
    'sign_in_event',
    'password_reset',
    'passkey',
    'second_step',
    'second_step_setup',
    'recovery_code',
  ])
    await runAsOwner(school.test, sql`delete from ${sql.identifier(table)}`)
  await restorePasswords()
})

/** The mails that arrived, once there is none on its way. */
async function arrived(): Promise<readonly ReceivedMail[]> {
  await settleJobs(school.test.database)
  return mailbox.server.mails
}
const subjects = async () =>
  (await arrived()).map(({ headers }) => headers.get('subject')?.replace('河畔实验学校：', ''))
const codeOf = async (answer: Promise<Answer>) => (await answer).envelope.code

const change = (browser: TestBrowser, password = PASSWORD, newPassword = NEW, headers = {}) =>
  browser.post(passwords.change.path, { password, newPassword }, { headers })
const removePasskey = (browser: TestBrowser, passkeyId: string, password = PASSWORD) =>
  browser.post(secondFactor.removePasskey.path, { passkeyId, password })
const turnOff = (browser: TestBrowser, otp: string) =>
  browser.post(secondFactor.turnOffSecondStep.path, { password: PASSWORD, otp })

/** A code of the authenticator that counts as never used. */
async function codeFrom(secret: string): Promise<string> {
  await runAsOwner(school.test, sql`update second_step set last_step = 0`)
  return new TOTP({ secret }).generate()
}

/** Sets up an authenticator for the signed-in person, and returns its secret. */
async function setUp(browser: TestBrowser, otp?: string): Promise<string> {
  const secret = await beginSecret(browser, otp)
  expect(await codeOf(confirm(browser, await codeFrom(secret)))).toBe('ok')
  return secret
}

async function ownIdentity(): Promise<string> {
  const [row] = await runAsOwner(school.test, sql`select identity_id as id from external_identity`)
  return String(row?.['id'])
}

describe('a change of what protects an account', () => {
  it('is told by mail in both languages and both forms: what, when, from where, with what, and what to do', async () => {
    await runAsOwner(school.test, sql`update attendance_settings set time_zone = 'Asia/Kathmandu'`)
    const browser = await school.test.signIn('teacher', { address: '198.51.100.23' })
    expect(await codeOf(change(browser, PASSWORD, NEW, { 'user-agent': CHROME }))).toBe('ok')
    const [mail, ...others] = await arrived()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([ADDRESS])
    expect(mail?.headers.get('to')).toBe(ADDRESS)
    expect(mail?.headers.get('from')).toBe('河畔实验学校 <portal@riverside.test>')
    expect(mail?.headers.get('subject')).toBe('河畔实验学校：密码已修改 · Your password was changed')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    for (const form of [mail?.text ?? '', mail?.html ?? '']) {
      expect(form).toContain('你在河畔实验学校的账号“teacher”有变动：在“我的账号”里修改了密码，其他设备都已退出登录。')
      expect(form).toMatch(/时间：\d{4}年\d+月\d+日 \d\d:\d\d（UTC\+5:45）/)
      expect(form).toContain('网络地址：198.51.100.23')
      expect(form).toContain('设备：Windows 上的 Chrome')
      expect(form).toContain('如果不是')
      expect(form).toContain('your account “teacher” at Riverside School: the password was changed')
      expect(form).toMatch(/Time: \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d \(UTC\+5:45\)/)
      expect(form).toContain('Device: Chrome on Windows')
      expect(form).toContain('If it was not')
      expect(form).not.toMatch(/https?:|href/)
      for (const secret of [PASSWORD, NEW]) expect(form).not.toContain(secret)
    }
  })

  it('by a mail’s link and by an administrator’s code is told apart', async () => {
    await askForMail(school.test, 'teacher')
    const { secret } = findResetLink(mailbox.server.mails[0]?.text ?? '')
    expect(await codeOf(resetWith(school.test.visit(), { secret }, NEW))).toBe('ok')
    const code = await takeCode(await school.test.signIn('admin'), 'teacher')
    expect(await codeOf(resetWith(school.test.visit(), { username: 'teacher', code }, 'Garden-2028'))).toBe('ok')
    const [, byMail, byCode, ...others] = await arrived()
    expect(others).toEqual([])
    expect(byMail?.text).toContain('用邮件里的链接设置了新密码')
    expect(byMail?.text).toContain('with the link in an email')
    expect(byMail?.text).not.toContain(secret)
    expect(byCode?.text).toContain('用管理员给的一次性代码设置了新密码')
    expect(byCode?.text).toContain('with an administrator’s one-time code')
    expect(byCode?.text).not.toContain(code)
  })

  it('is told of passkeys that come and go, and not of one that is renamed', async () => {
    const browser = await school.test.signIn('teacher')
    const { own } = await registerPasskey(browser)
    const { passkeyId } = own
    expect(await codeOf(browser.post(secondFactor.renamePasskey.path, { passkeyId, name: '电脑' }))).toBe('ok')
    expect(await codeOf(removePasskey(browser, passkeyId))).toBe('ok')
    // Two mails at once may arrive in either order.
    expect(new Set(await subjects())).toEqual(
      new Set(['已添加通行密钥 · A passkey was added', '已移除通行密钥 · A passkey was removed']),
    )
  })

  it('is told of a second step that is turned on, replaced and turned off', async () => {
    const browser = await school.test.signIn('teacher')
    const first = await setUp(browser)
    const second = await setUp(browser, await codeFrom(first))
    expect(await codeOf(turnOff(browser, await codeFrom(second)))).toBe('ok')
    expect(await subjects()).toEqual([
      '两步验证已开启 · Two-step verification was turned on',
      '验证器已更换 · Your authenticator was replaced',
      '两步验证已关闭 · Two-step verification was turned off',
    ])
    for (const { text } of await arrived()) {
      expect(text).not.toContain(first)
      expect(text).not.toContain(second)
    }
  })

  it('is told of an account elsewhere once it is bound, and once it is unbound, and of no sign-in with it', async () => {
    const browser = await school.bindTo('teacher')
    const { browser: next, back } = await school.goThere()
    expect(await codeOf(finish(next, back))).toBe('ok')
    const identityId = await ownIdentity()
    expect(await codeOf(browser.post(unbindIdentity.path, { identityId, password: PASSWORD }))).toBe('ok')
    expect(await subjects()).toEqual([
      '已绑定外部账号 · An external account was linked',
      '已解除外部账号的绑定 · An external account was unlinked',
    ])
  })

  it('is not told when a password only lets an account elsewhere in that was bound before', async () => {
    await school.bindTo('teacher')
    const secret = await setUp(await school.test.signIn('teacher'))
    const { browser, back } = await school.goThere()
    const waiting = await finish(browser, back)
    expect(waiting.envelope.code).toBe('sso.second_step')
    const form = { id: unboundId(waiting), username: 'teacher', password: PASSWORD, otp: await codeFrom(secret) }
    expect(await codeOf(bind(browser, form))).toBe('ok')
    expect(await subjects()).toEqual([
      '已绑定外部账号 · An external account was linked',
      '两步验证已开启 · Two-step verification was turned on',
    ])
  })

  it('is told when WeChat knows somebody by another application, which binds by itself', async () => {
    const peer = await startFakeWeChat()
    const { database } = school.test
    try {
      const [first, second] = [
        await addProvider(database, school.vault, weChatForm(peer, 'wechat_mp')),
        await addProvider(database, school.vault, weChatForm(peer, 'wechat_mp')),
      ]
      const comeBy = async (provider: string) => {
        const browser = school.test.visit()
        return { browser, answer: await finish(browser, await visitProvider((await begin(browser, provider)).url)) }
      }
      peer.person = { openid: 'o-1', mpOpenid: 'o-2', unionid: 'u-1', nickname: '小林' }
      const { browser, answer } = await comeBy(first)
      await bind(browser, { id: unboundId(answer), username: 'teacher', password: PASSWORD })
      expect(await subjects()).toHaveLength(1)
      for (const _ of [1, 2]) expect((await comeBy(second)).answer.envelope.code).toBe('ok')
      expect(await subjects()).toEqual([
        '已绑定外部账号 · An external account was linked',
        '已绑定外部账号 · An external account was linked',
      ])
    } finally {
      await peer.close()
    }
  })

  it('by an administrator is told to the person, and not to the administrator', async () => {
    await setUp(await school.test.signIn('teacher'))
    const administrator = await school.test.signIn('admin')
    await runAsOwner(
      school.test,
      sql`update user_account set email = 'admin@riverside.test' where user_id = ${(await readMe(administrator)).userId}`,
    )
    const given = { username: 'teacher', password: PASSWORD }
    expect(await codeOf(administrator.post(adminHelp.turnOffSecondStep.path, given))).toBe('ok')
    expect(await codeOf(administrator.post(adminHelp.endSessions.path, { username: 'teacher' }))).toBe('ok')
    expect((await subjects()).slice(1)).toEqual([
      '管理员关闭了你的两步验证 · An administrator turned off your two-step verification',
      '管理员让你的所有设备退出了登录 · An administrator signed you out everywhere',
    ])
    const mails = await arrived()
    expect(mails.map(({ to }) => to)).toEqual(mails.map(() => [ADDRESS]))
    expect(mails[1]?.text).not.toContain('Change your password')
  })
})

describe('nobody is told', () => {
  it('when the change was refused', async () => {
    const browser = await school.test.signIn('teacher')
    const { own } = await registerPasskey(browser)
    const secret = await setUp(browser)
    const { browser: other, back } = await school.goThere()
    const id = unboundId(await finish(other, back))
    const told = (await arrived()).length

    const code = await codeFrom(secret)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await codeOf(change(browser, 'wrong-guess1'))).toBe('password.current_wrong')
    expect(await codeOf(change(browser, PASSWORD, 'short1'))).toBe('password.against_rule')
    expect(await codeOf(resetWith(school.test.visit(), { secret: 'x'.repeat(43) }, NEW))).toBe('password.link_invalid')
    expect(await codeOf(removePasskey(browser, own.passkeyId))).toBe('account.code_wrong')
    expect(await codeOf(turnOff(browser, wrong))).toBe('account.code_wrong')
    expect(await codeOf(browser.post(secondFactor.confirmSecondStep.path, { code }))).toBe('totp.setup_gone')
    expect(await codeOf(bind(other, { id, username: 'teacher', password: 'wrong-guess1' }))).toBe('login.failed')
    const identityId = own.passkeyId
    const unbound = browser.post(unbindIdentity.path, { identityId, password: PASSWORD, otp: code })
    expect(await codeOf(unbound)).toBe('sso.identity_gone')
    expect(await arrived()).toHaveLength(told)
  })

  it('without an address, and in a unit without mail', async () => {
    expect(await codeOf(change(await school.test.signIn('student')))).toBe('ok')
    const unitId = await unitOf(school.test)
    await school.test.database.inUnit({ unitId, userId: null }, (tx) => removeMail(tx, unitId))
    expect(await codeOf(change(await school.test.signIn('teacher')))).toBe('ok')
    expect(await arrived()).toEqual([])
  })

  it('more than ten times in an hour', async () => {
    const browser = await school.test.signIn('teacher')
    const { userId, unitId } = await readMe(browser)
    const changed = (minutes: number) => sql`
      insert into sign_in_event (unit_id, user_id, kind, at, address, user_agent)
      select ${unitId}, ${userId}, 'passkey-removed', now() - make_interval(mins => ${minutes}), '', ''
      from generate_series(1, 9)`
    await runAsOwner(school.test, changed(61))
    await runAsOwner(school.test, changed(59))
    await registerPasskey(browser)
    expect(await arrived()).toHaveLength(1)
    await registerPasskey(browser)
    expect(await arrived()).toHaveLength(1)
    await runAsOwner(school.test, sql`update sign_in_event set at = at - interval '2 minutes'`)
    await registerPasskey(browser)
    expect(await arrived()).toHaveLength(2)
  })
})

describe('the change itself', () => {
  it('succeeds while the mail server is down; the log says so, without an address', async () => {
    await setMail(school.test, { port: await findFreePort() })
    expect(await codeOf(change(await school.test.signIn('teacher')))).toBe('ok')
    await settleJobs(school.test.database)
    const failed = /a job failed/
    const line = await until(() => school.test.logLines.find((each) => failed.test(each)))
    expect(line).toContain('mail.unreachable')
    expect(school.test.logLines.filter((each) => each.includes('riverside.test'))).toEqual([])
  })

  it('waits for no mail server', async () => {
    const mute = await startMuteServer()
    await setMail(school.test, { port: mute.port })
    expect(await codeOf(change(await school.test.signIn('teacher')))).toBe('ok')
    // A call that waited for the mail would have failed by now.
    const [waiting] = await until(() => mute.sockets.length > 0 && mute.sockets)
    expect(waiting?.closed).toBe(false)
    mute.close()
    expect(await arrived()).toEqual([])
  })
})
