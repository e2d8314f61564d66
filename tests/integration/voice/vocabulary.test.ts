import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { lookUp, VOCABULARY_LENGTH } from '../../../contract/endpoints/voice.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const AREA = { host: 'area.localhost' }
const FILES = '/pages/files/pc_files_tm/index.html'
const SETTINGS = '/pages/base/desktop/setting'

let test: TestApp
let teacher: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  teacher = await test.signIn('teacher')
})
afterAll(() => test.close())

async function find(browser: TestBrowser, vocabulary: string, headers: Record<string, string> = {}) {
  const { envelope } = await browser.post(lookUp.path, { vocabulary }, { headers })
  return z.parse(lookUp.response, envelope.data).url
}

describe('what is said opens', () => {
  it.each([
    ['打开文件。', FILES],
    ['Open Files, please!', FILES],
    ['帮我上传文件', FILES],
    ['考勤', '/pages/attendance/pc_attendance_tm/index.html'],
    ['烤琴', '/pages/attendance/pc_attendance_tm/index.html'],
    ['我要补卡', '/pages/attendance/pc_attendance_tm/index.html#/corrections'],
    ['去首页', '/pages/base/pc_desktop_all/index.html'],
    ['修改密码', SETTINGS],
    ['change the language', `${SETTINGS}?part=language`],
    ['打开国家图书馆', 'https://www.nlc.cn'],
    ['今天天气怎么样', 'https://www.weather.com.cn'],
  ])('%s', async (said, url) => {
    expect(await find(teacher, said)).toBe(url)
  })

  it('the form of the page for the person and the window', async () => {
    expect(await find(await test.signIn('student'), '文件')).toBe('/pages/files/pc_files_spm/index.html')
    expect(await find(teacher, '文件', { 'x-portal-device': 'h5' })).toBe('/pages/files/mobile_files_tm/index.html')
    expect(await find(await test.signIn('staff', AREA), '文件')).toBe('/area/files/pc_files_tm/index.html')
    expect(await find(await test.signIn('staff', AREA), '首页')).toBe('/area/areaBase/pc_areaDesktop_all/index.html')
  })

  it('nothing that is unknown, turned off or not the person’s', async () => {
    const student = await test.signIn('student')
    expect(await find(teacher, '给我讲个笑话')).toBeNull()
    expect(await find(teacher, '课堂互动')).toBeNull()
    expect(await find(teacher, '……')).toBeNull()
    // Employees alone.
    expect(await find(student, '国家统计局')).toBeNull()
    expect(await find(student, '班级考勤')).toBe('/pages/attendance/pc_attendance_spm/index.html')
    await runAsOwner(test, sql`update application set limit_user_types = '{1}' where code = 'national-library'`)
    expect(await find(teacher, '国家图书馆')).toBeNull()
    await runAsOwner(test, sql`update application set limit_user_types = '{}' where code = 'national-library'`)
  })

  it('what a permission is for, to its holders alone', async () => {
    const admin = await test.signIn('admin')
    expect(await find(admin, '打开人脸管理')).toBe(`${SETTINGS}?part=faces`)
    expect(await find(teacher, '打开人脸管理')).toBeNull()
    // Under its name for areas.
    expect(await find(await test.signIn('admin', AREA), '存储配额')).toBe(
      '/area/areaBase/areaDesktop/setting?part=storage',
    )
    await runAsOwner(test, sql`delete from permission_grant where code = 'files' and user_type = 2`)
    expect(await find(teacher, '文件')).toBeNull()
    expect(await find(teacher, '上传文件')).toBeNull()
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, user_type) select unit_id, 'files', 2 from permission where code = 'files'`,
    )
    expect(await find(teacher, '文件')).toBe(FILES)
  })

  it('a unit’s own phrases, in that unit', async () => {
    const say = (phrase: string, url: string) =>
      runAsOwner(
        test,
        sql`insert into vocabulary (unit_id, language, phrase, url)
          select unit_id, 'zh-CN', ${phrase}, ${url} from unit_host where host = 'localhost'`,
      )
    await say('校史馆', 'https://history.example/')
    await say('老师的文件', FILES)
    await say('别的应用', '/pages/unknown/pc_unknown_tm/index.html')
    expect(await find(teacher, '看看校史馆')).toBe('https://history.example/')
    expect(await find(await test.signIn('teacher', { host: 'ginkgo.localhost' }), '看看校史馆')).toBeNull()
    expect(await find(teacher, '老师的文件')).toBe(FILES)
    // Its form for teachers; the word within it still opens the own one.
    expect(await find(await test.signIn('student'), '老师的文件')).toBe('/pages/files/pc_files_spm/index.html')
    expect(await find(teacher, '别的应用')).toBeNull()
    for (const url of ['javascript:alert(1)', '//evil.example', '/\\evil.example', '#/x'])
      await expect(say('坏的', url)).rejects.toThrow()
  })
})

describe('a look-up', () => {
  it('is for people who have signed in, and for a text of some length', async () => {
    expect((await test.visit().post(lookUp.path, { vocabulary: '文件' })).envelope.status).toBe(401)
    for (const vocabulary of ['', 'x'.repeat(VOCABULARY_LENGTH + 1), '\u0000'])
      expect((await teacher.post(lookUp.path, { vocabulary })).envelope.code).toBe('request.invalid')
    expect(await find(teacher, '好'.repeat(VOCABULARY_LENGTH))).toBeNull()
  })

  it('is made a limited number of times', async () => {
    const parent = await test.signIn('parent')
    const codes = []
    // More become free while they are made.
    while (codes.at(-1) !== 'request.rate_limited')
      codes.push((await parent.post(lookUp.path, { vocabulary: '文件' })).envelope.code)
    expect(codes.length).toBeGreaterThan(60)
    expect(new Set(codes)).toEqual(new Set(['ok', 'request.rate_limited']))
  })
})
