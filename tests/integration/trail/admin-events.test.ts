import { sql } from 'drizzle-orm'
import englishTexts from '../../../apps/administration/locales/en.json' with { type: 'json' }
import { readDifferences } from '../../../apps/administration/trail/differences.ts'
import { countKeys, fieldKeys } from '../../../apps/administration/trail/field-keys.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import * as z from 'zod/mini'
import * as schoolYear from '../../../contract/endpoints/people/school-year.ts'
import * as branding from '../../../contract/endpoints/units/branding.ts'
import * as unitSettings from '../../../contract/endpoints/units/unit-settings.ts'
import * as voiceSettings from '../../../contract/endpoints/voice-settings.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { adminEventFilters, adminEvents, type AdminEvent } from '../../../contract/endpoints/admin-events.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { type Envelope, envelopeSchema } from '../../../contract/envelope.ts'
import type { AnyEndpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/table.ts'
import { suggestTurn } from '../../../contract/rules/people/turn-year.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { isRecorded } from '../../../server/http/admin-events.ts'
import { freeIconPath } from '../../../contract/rules/desktop/own-application.ts'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import { deleteOldAdminEvents } from '../../../server/modules/trail/admin-events.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { newOperator, signInOperator } from '../../support/schools/operators.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import { failuresOf } from '../../support/failures-of.ts'
import { faceImage } from '../../support/callers/face-caller.ts'
import { formOf } from '../../support/callers/import-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import { clearAttendance, EVERY_DAY, NOW, pupilOf, TODAY } from '../../support/schools/attendance-school.ts'
import { GOOD_CLIENT, GOOD_MAIL, GOOD_PROVIDER } from '../../support/schools/sign-in-settings.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let admin: TestBrowser
let operator: TestBrowser
let person: { userId: string }
let student: { userId: string; studentId: string; classId: string }
beforeAll(async () => {
  test = await createTestApp({ now: () => NOW })
  // The unit is the school of an education office, and has a school itself, so that one person may call all endpoints.
  for (const statement of [
    sql`insert into permission (unit_id, code, name, parent_code, position)
      select unit_id, 'base_schools', '下属学校', 'base', 104 from unit_host where host = 'localhost'`,
    sql`insert into permission_grant (unit_id, code, role_id)
      select r.unit_id, 'base_schools', r.role_id from role r join unit_host h using (unit_id)
      where h.host = 'localhost' and r.service = 'base' and r.code = 'XX_SYS_'`,
    sql`update unit set area_id = (select unit_id from unit_host where host = 'area.localhost')
      where unit_id = (select unit_id from unit_host where host = 'localhost')`,
    sql`update unit set area_id = (select unit_id from unit_host where host = 'localhost')
      where unit_id = (select unit_id from unit_host where host = 'ginkgo.localhost')`,
  ])
    await runAsOwner(test, statement)
  admin = await test.signIn('admin')
  person = await readMe(admin)
  // Their changes are in the trail of the operators' unit.
  operator = await signInOperator(test)
  await runAsOwner(test, newOperator('second'))
  const { userId } = await readMe(await test.signIn('student'))
  student = { userId, ...(await pupilOf(test, 'student')) }
  await clearAttendance(test)
})
afterAll(() => test.close())

const recorded = endpoints.filter(isRecorded)

/** As `ask`; of a call with a file, the input names it: `{ name, content, fields }`. */
async function call(endpoint: AnyEndpoint, input: object, browser = admin): Promise<Envelope> {
  if (endpoint.encoding !== 'multipart') return ask(browser, endpoint, input)
  const { name = 'file', content = '', fields = {} } = Object(input)
  return z.parse(envelopeSchema, (await browser.request('POST', endpoint.path, formOf(name, content, fields))).json())
}

async function list(query: Record<string, string> = {}, browser = admin) {
  const { envelope } = await browser.get(`${adminEvents.path}?${new URLSearchParams(query).toString()}`)
  expect(envelope.code).toBe('ok')
  return z.parse(adminEvents.response, envelope.data)
}

/** What no event may hold. */
const SECRETS = [
  'kestrel7moss',
  GOOD_MAIL.password,
  GOOD_PROVIDER.clientSecret,
  DEMO_PASSWORD,
  '0012345678',
  '李建国',
  '放学后开会',
]

/** All events, the newest first. */
async function listAll(browser: TestBrowser, size = '200'): Promise<AdminEvent[]> {
  const found: AdminEvent[] = []
  let after: string | null = ''
  do {
    const page: z.infer<typeof adminEvents.response> = await list({ size, ...(after && { after }) }, browser)
    expect(page.events.length).toBeLessThanOrEqual(Number(size))
    found.push(...page.events)
    after = page.next
  } while (after !== null)
  return found
}

/** The names of all fields of a change, also of those within values. */
function namesIn(changes: Readonly<Record<string, unknown>>): string[] {
  return readDifferences(changes).flatMap(({ field, before, after }) => [
    ...field.split('.'),
    ...[before, after].flat().flatMap((one) => (typeof one === 'object' && one !== null ? namesIn({ ...one }) : [])),
  ])
}

async function readSettings<R extends AnyEndpoint>(endpoint: R): Promise<ResponseOf<R>> {
  return z.parse(endpoint.response, (await admin.get(endpoint.path)).envelope.data) as ResponseOf<R>
}

const brandingState = async () => z.parse(branding.read.response, (await admin.get(branding.read.path)).envelope.data)

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The text of a name below an envelope's data. */
const read = (data: unknown, name: string): string => String(Object(data)[name])

const SOMEBODY = {
  realName: '欧阳小雨',
  englishName: 'Rain Ouyang',
  number: '00990001',
  loginName: '',
  sex: 2,
  birthday: '2016-02-29',
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email: null,
  phone: null,
}

const LETTER = {
  publicationId: null,
  kind: 'message',
  title: '家长会通知',
  englishTitle: '',
  text: '放学后开会',
  englishText: '',
  importance: 2,
  url: null,
  applicationCode: null,
  dueOn: null,
  audience: { userTypes: [2], gradeIds: [], classIds: [], userIds: [], roleIds: [] },
  sendAt: null,
  fileIds: [],
}

const secondOperator = async () => {
  const [row] = await runAsOwner(test, sql`select user_id from user_account where superman and login_name = 'second'`)
  return String(row?.['user_id'])
}

const lastGrade = (data: unknown) => z.parse(structure.read.response, data).grades.at(-1)?.gradeId

/** A call that succeeds for each endpoint, in this order; `last` is what the call of an endpoint answered. */
const samples: Record<string, (last: (name: string) => unknown) => object | Promise<object>> = {
  'attendance.saveRule': () => ({ ...EVERY_DAY, validFrom: TODAY }),
  'attendance.deleteRule': (last) => ({ ruleId: read(last('attendance.saveRule'), 'ruleId') }),
  'attendance.saveDays': () => ({
    days: [{ date: TODAY, name: '校庆', englishName: 'Founding day', kind: 'holiday' }],
  }),
  'attendance.deleteDays': () => ({ dates: [TODAY] }),
  'attendance.saveSettings': () => ({ timeZone: 'Asia/Shanghai', notifyLate: true, retentionMonths: 12 }),
  'attendance.setCard': () => ({ kind: 'pupil', id: student.studentId, number: '0012345678' }),
  'attendance.removeCard': () => ({ kind: 'pupil', id: student.studentId }),
  'station.register': () => ({ name: '南门', place: '', direction: 'both' }),
  'station.save': (last) => ({
    stationId: read(last('station.register'), 'stationId'),
    name: '北门',
    place: '',
    direction: 'both',
    guide: { width: null, tolerance: null },
  }),
  'station.revoke': (last) => ({ stationId: read(last('station.register'), 'stationId') }),
  'theme.undoSync': () => ({}),
  'face.saveSettings': () => ({
    signIn: true,
    clockIn: true,
    needsPin: true,
    needsKnownDevice: false,
    headTurn: true,
    retentionDays: 365,
  }),
  'face.recordConsent': () => ({
    userId: student.userId,
    guardianName: '李建国',
    textVersion: FACE_CONSENT_VERSION,
    language: 'zh-CN',
  }),
  'face.enrolPerson': async () => ({ userId: student.userId, faceImage: await faceImage({ seed: 0 }) }),
  'face.removePerson': () => ({ userId: student.userId }),
  'face.withdrawPersonConsent': () => ({ userId: student.userId }),
  'messages.saveConfig': () => ({ pcOpen: 1 }),
  'admin.endSessions': () => ({ username: 'parent' }),
  'admin.contact': () => ({ username: 'student' }),
  'admin.turnOffSecondStep': async () => {
    await runAsOwner(
      test,
      sql`insert into second_step (unit_id, user_id, sealed_secret, last_step)
        select unit_id, user_id, decode('00', 'hex'), 0 from user_account where user_id = ${student.userId}`,
    )
    return { username: 'student', password: DEMO_PASSWORD }
  },
  'password.issueCode': () => ({ username: 'student' }),
  'admin.saveWays': () => ({ password: true, accessToken: true, userClient: true, ticket: true }),
  'admin.savePasswordRule': () => ({ rule: 'simple' }),
  // Nothing listens there.
  'admin.saveMail': () => ({ ...GOOD_MAIL, host: '127.0.0.1', port: 1 }),
  'admin.testMail': () => ({ to: 'head@example.org' }),
  'admin.sendMailAgain': () => ({}),
  'admin.discardMail': () => ({}),
  'admin.deleteMail': () => ({}),
  'admin.saveProtection': () => ({ secondFactor: false, networks: [] }),
  'admin.saveProvider': () => GOOD_PROVIDER,
  'admin.deleteProvider': async () => {
    const [row] = await runAsOwner(
      test,
      sql`select provider_id as id from sign_in_provider where name = ${GOOD_PROVIDER.name}`,
    )
    return { providerId: String(row?.['id']) }
  },
  'admin.saveClient': () => GOOD_CLIENT,
  'admin.rotateClientSecret': (last) => ({ clientId: read(last('admin.saveClient'), 'clientId') }),
  'admin.deleteClient': (last) => ({ clientId: read(last('admin.saveClient'), 'clientId') }),
  'storage.saveQuotas': () => ({ unit: null, student: 1, teacher: null, parent: null, staff: null, classes: null }),
  'storage.saveClassQuota': () => ({ classId: student.classId, quota: 5 }),
  'imports.saveSchedule': () => ({
    enabled: false,
    place: 'folder',
    path: '',
    time: '02:30',
    kind: 'any',
    mode: null,
    source: '',
    pupilAccounts: true,
    parentAccounts: true,
    recipients: [],
  }),
  'imports.lookNow': () => ({}),
  'imports.preview': () => ({ name: 'people.csv', content: '类型,姓名,工号\n教师,李建国,T9901\n' }),
  'imports.choose': (last) => ({ importId: read(last('imports.preview'), 'importId'), choices: [] }),
  'imports.compare': (last) => ({ importId: read(last('imports.preview'), 'importId') }),
  'imports.apply': (last) => ({ importId: read(last('imports.preview'), 'importId') }),
  'imports.undo': async (last) => {
    await settleJobs(test.database)
    return { importId: read(last('imports.preview'), 'importId') }
  },
  'imports.cancel': async () => {
    // A message to everybody would meet the account that the undo takes away, and be sent at a later attempt.
    await settleJobs(test.database)
    const { data } = await call(imports.preview, { name: 'people.csv', content: '类型,姓名,工号\n教师,李建国,T9901\n' })
    return { importId: read(data, 'importId') }
  },
  'publications.save': () => LETTER,
  'publications.cancel': async () => {
    const { data } = await call(publications.save, {
      ...LETTER,
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    return { publicationId: read(data, 'publicationId') }
  },
  'publications.remind': async (last) => {
    await settleJobs(test.database)
    return { publicationId: read(last('publications.save'), 'publicationId') }
  },
  'publications.recall': (last) => ({ publicationId: read(last('publications.save'), 'publicationId') }),
  'people.guardianCodes': () => ({ pupils: [student.studentId] }),
  'people.showIdCard': () => ({ kind: 'pupil', id: student.studentId }),
  'people.revokeGuardianCode': () => ({ studentId: student.studentId }),
  'people.saveGuardian': async () => {
    const [row] = await runAsOwner(
      test,
      sql`select parent_id from guardian where student_id = ${student.studentId} limit 1`,
    )
    return { studentId: student.studentId, parentId: row?.['parent_id'], mayConsent: false, isEmergencyContact: true }
  },
  'people.addGuardian': () => ({
    studentId: student.studentId,
    parent: { realName: '周小燕', phone: '13900002222' },
    relation: 'mother',
    mayConsent: false,
    isEmergencyContact: false,
  }),
  'people.linkAccounts': async () => {
    const [row] = await runAsOwner(
      test,
      sql`select p.user_id as parent, t.user_id as teacher from user_account p join user_account t on t.unit_id = p.unit_id
        where p.unit_id = (select unit_id from unit_host where host = 'localhost') and p.user_type = 3 and t.user_type = 2 and p.status = 1 and t.status = 1
          and t.parent_id is null and not exists (select from user_account o where o.parent_id = p.user_id)
        order by p.user_id, t.user_id limit 1`,
    )
    return { teacherId: row?.['teacher'], parentId: row?.['parent'] }
  },
  'people.unlinkAccounts': async () => {
    const { events } = await list({ action: 'people.linkAccounts' })
    return { teacherId: events.find(({ changes }) => 'parentAccount' in changes)?.target?.id }
  },
  'people.removeGuardian': (last) => ({
    studentId: student.studentId,
    parentId: read(last('people.addGuardian'), 'parentId'),
  }),
  'people.restoreGuardian': (last) => ({ undo: read(last('people.removeGuardian'), 'undo') }),
  'people.undoGuardianCode': async () => {
    const [row] = await runAsOwner(
      test,
      sql`
      with made as (
        update guardian set origin = 'code' where student_id = ${student.studentId} and origin = 'school' returning unit_id, student_id, parent_id)
      insert into guardian_code_use (unit_id, code_id, student_id, parent_id, kind, address, user_agent)
      select unit_id, portal_new_id(), student_id, parent_id, 'child', '', '' from made returning code_id`,
    )
    return { studentId: student.studentId, codeId: row?.['code_id'] }
  },
  'people.merge': async () => {
    const made = []
    for (const number of ['00990003', '00990004'])
      made.push(
        (await call(people.save, { ...SOMEBODY, number, classId: student.classId, key: null, userType: 1 })).data,
      )
    const [key, other] = made
    return { ...Object(key), otherId: Object(other).id, name: SOMEBODY.realName, take: ['number'], days: 'both' }
  },
  'people.erase': async () => {
    const { data: key } = await call(people.save, {
      ...SOMEBODY,
      number: '00990002',
      classId: student.classId,
      key: null,
      userType: 1,
    })
    await call(people.deactivate, { people: [key] })
    return { key, name: SOMEBODY.realName, guardians: [] }
  },
  'people.retryJob': async () => {
    const [row] = await runAsOwner(
      test,
      sql`insert into personal_job (unit_id, kind, state, person_kind, person_id, gone, plan)
        select unit_id, 'erase', 'failed', 'pupil', student_id, '{}', '{"pupil": null, "users": [], "names": [], "marks": [], "phones": [], "begun": "2026-01-01"}'
        from student where student_id = ${student.studentId} returning job_id`,
    )
    return { jobId: String(row?.['job_id']) }
  },
  'people.save': () => ({ ...SOMEBODY, classId: student.classId, key: null, userType: 1 }),
  'people.deactivate': (last) => ({ people: [last('people.save')] }),
  'people.bringBack': (last) => Object({ people: Object(last('people.deactivate')).undo }),
  'people.mailFirstLinks': async (last) => {
    await runAsOwner(
      test,
      sql`insert into unit_mail (unit_id, host, port, secure, from_address)
        select unit_id, 'localhost', 1, 'none', 'a@b.test' from unit_host where host = 'localhost' on conflict do nothing`,
    )
    return { people: [last('people.save')], onlyNew: false }
  },
  'people.firstPasswords': (last) => ({ people: [last('people.save')], onlyNew: false }),
  'structure.saveGroup': () => ({ kind: 'grade', id: null, name: '学前班', englishName: 'Preschool' }),
  'structure.saveClass': (last) => ({
    classId: null,
    gradeId: lastGrade(last('structure.saveGroup')),
    campusId: null,
    name: '1班',
    englishName: 'Class 1',
    headTeacherId: null,
    teachers: [],
  }),
  'structure.sort': (last) => ({
    kind: 'grade',
    ids: z.parse(structure.read.response, last('structure.saveGroup')).grades.map(({ gradeId }) => gradeId),
  }),
  'structure.remove': async () => {
    const { data } = await call(structure.saveGroup, { kind: 'subject', id: null, name: '书法', englishName: '' })
    return { kind: 'subject', id: z.parse(structure.read.response, data).subjects.at(-1)?.subjectId ?? '' }
  },
  'roles.save': () => ({ roleId: null, name: '年级助理', englishName: 'Assistant', codes: ['base_people'] }),
  'roles.assign': (last) => ({
    roleId: read(last('roles.save'), 'roleId'),
    members: [{ holder: { kind: 'class', id: student.classId }, scope: { kind: 'class', id: student.classId } }],
  }),
  'roles.withdraw': (last) => ({
    roleId: read(last('roles.save'), 'roleId'),
    memberIds: Object(last('roles.assign')).memberIds,
  }),
  'roles.saveType': () => ({ userType: 3, give: [], take: ['desktop_theme'] }),
  'roles.remove': (last) => ({ roleId: read(last('roles.save'), 'roleId') }),
  'roles.restore': (last) => Object(last('roles.remove')),
  'year.turn': async () => {
    const state = z.parse(schoolYear.read.response, (await admin.get(schoolYear.read.path)).envelope.data)
    return {
      basis: state.basis,
      year: suggestYear(`${state.current.endsOn?.slice(0, 4)}-09-01`),
      ...suggestTurn(state),
      pupils: [],
      closeAccounts: false,
    }
  },
  'year.save': async () => {
    const { present } = z.parse(
      schoolYear.listYears.response,
      (await admin.get(schoolYear.listYears.path)).envelope.data,
    )
    const { yearId: _, version, ...year } = present
    return { year, version }
  },
  'year.rename': async () => {
    const { others } = z.parse(
      schoolYear.listYears.response,
      (await admin.get(schoolYear.listYears.path)).envelope.data,
    )
    return { yearId: others[0]?.yearId, name: '往年' }
  },
  'year.undo': async () => {
    const { last } = z.parse(schoolYear.read.response, (await admin.get(schoolYear.read.path)).envelope.data)
    return { turnId: last?.turnId }
  },
  'applications.save': () => ({
    code: null,
    name: '选课系统',
    englishName: 'Course choice',
    group: 'ZDYYYFL-JWGL',
    icon: freeIconPath('calendar'),
    opens: { kind: 'link', url: 'https://choose.example' },
    audience: { userTypes: [2], roleIds: [], classIds: [], campusIds: [] },
    endsOn: null,
  }),
  'applications.switch': () => ({ code: 'files', on: true }),
  'applications.sort': () => ({ codes: ['files', 'attendance'] }),
  'applications.saveDefault': () => ({ userType: 1, groups: null }),
  'applications.uploadPicture': async () => ({
    name: 'icon.png',
    content: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  }),
  'applications.remove': (last) => ({ code: read(last('applications.save'), 'appCode') }),
  'applications.bringBack': (last) => ({ code: read(last('applications.save'), 'appCode') }),
  'branding.saveDraft': async () => {
    const { published, version } = await brandingState()
    return { branding: { ...published, motto: '厚德博学' }, version }
  },
  'branding.discardDraft': async () => ({ version: (await brandingState()).version }),
  'branding.publish': async () => {
    const { published, version } = await brandingState()
    return { ...published, motto: '厚德博学', version }
  },
  'branding.restore': async () => {
    const { envelope } = await admin.get(branding.history.path)
    const versionId = z.parse(branding.history.response, envelope.data).at(-1)?.versionId ?? ''
    return { versionId, version: (await brandingState()).version }
  },
  'branding.savePicture': () => ({ name: 'logo.png', content: PIXEL, fields: { kind: 'logo' } }),
  'people.exportList': () => ({ userType: '1', state: 'active' }),
  'settings.saveDesktop': async () => {
    const now = await readSettings(unitSettings.readDesktop)
    return { ...unitSettings.desktopForm.parse(now), desktopName: '智慧校园', version: now.version }
  },
  'settings.saveFilings': async () => {
    const { version, filings } = await readSettings(unitSettings.readFilings)
    return {
      shown: true,
      filings: [...filings, { text: '办学许可', link: '', picture: '', pictureShown: false }],
      version,
    }
  },
  'settings.savePaths': async () => {
    const { version } = await readSettings(unitSettings.readPaths)
    return { autoLogin: true, ticketPath: '/api/uaa/ticket/login', ticketName: 'st', version }
  },
  'settings.saveNetworks': async () => ({
    networks: ['203.0.113.0/24'],
    version: (await readSettings(unitSettings.readNetworks)).version,
  }),
  'settings.saveRetention': async () => ({
    ...unitSettings.RETENTION_USUAL,
    themeMonths: 30,
    version: (await readSettings(unitSettings.readRetention)).version,
  }),
  'voice.saveService': async () => ({
    keyId: 'LTAI-trail',
    keySecret: 'kestrel7moss',
    appKey: 'project',
    version: (await readSettings(voiceSettings.readService)).version,
  }),
  'voice.removeService': () => ({}),
  'voice.savePhrase': () => ({ phraseId: null, language: 'zh-CN', phrase: '校史馆', url: 'https://history.example/' }),
  'voice.addPhrases': () => ({ phrases: [{ language: 'zh-CN', phrase: '图书角', app: 'files' }] }),
  'voice.removePhrases': (last) => ({ phraseIds: Object(last('voice.addPhrases')).added }),
  'operators.add': () => ({ loginName: 'third', name: '欧阳小雨', englishName: 'Rain Ouyang' }),
  'operators.reset': async () => ({ userId: await secondOperator() }),
  'operators.close': async () => ({ userId: await secondOperator() }),
  'operators.open': async () => ({ userId: await secondOperator() }),
  'operator.create': () => ({
    unit: {
      type: 'school',
      name: '云溪学校',
      englishName: 'Yunxi School',
      hosts: ['yunxi.localhost'],
      campuses: [{ name: '主校区', englishName: 'Main campus' }],
      year: suggestYear(TODAY),
      themeColor: '#457CD6',
    },
    administrator: { loginName: 'head', name: '沈清妍', englishName: '', password: 'kestrel7moss' },
  }),
  'operator.export': (last) => ({ unitId: read(last('operator.create'), 'unitId'), withFiles: false }),
  'operator.exportOpen': async (last) => {
    await settleJobs(test.database)
    return { exportId: Object(last('operator.export')).exports[0].exportId }
  },
  'operator.suspend': (last) => ({ unitId: read(last('operator.create'), 'unitId') }),
  'area.grant': async () => ({
    userId: (await readMe(await test.signIn('admin', { host: 'area.localhost' }))).userId,
    hours: 8,
    reason: '学籍核查',
  }),
  'area.revoke': (last) => ({ accessId: Object(last('area.grant')).given[0].accessId }),
  'area.sendMessage': async () => ({
    unitIds: [await unitOf(test, 'ginkgo.localhost')],
    userTypes: [2],
    kind: 'message',
    title: '安全提示',
    englishTitle: '',
    text: '',
    englishText: '',
    importance: 1,
    url: null,
    dueOn: null,
    sendAt: null,
  }),
  'area.recallMessage': async (last) => {
    await settleJobs(test.database)
    return { areaPublicationId: read(last('area.sendMessage'), 'areaPublicationId') }
  },
  'operator.archive': (last) => ({ unitId: read(last('operator.create'), 'unitId') }),
  'operator.saveLimits': (last) => ({
    unitId: read(last('operator.create'), 'unitId'),
    peopleLimit: 500,
    storageLimit: 1024 ** 4,
  }),
  'operator.saveArea': (last) => ({ unitId: read(last('operator.create'), 'unitId'), areaId: null }),
  'operator.bringBack': (last) => ({ unitId: read(last('operator.create'), 'unitId') }),
  'operator.delete': (last) => ({ unitId: read(last('operator.create'), 'unitId'), name: '云溪学校' }),
  'operator.keep': (last) => ({ unitId: read(last('operator.create'), 'unitId') }),
  'operator.saveHosts': (last) => ({ unitId: read(last('operator.create'), 'unitId'), hosts: ['yunxi.localhost'] }),
  'operator.saveLicence': (last) => ({
    unitId: read(last('operator.create'), 'unitId'),
    serverId: 'library',
    name: '图书馆',
    englishName: 'Library',
    endsOn: '2090-12-31',
  }),
  'operator.removeLicence': (last) => ({ unitId: read(last('operator.create'), 'unitId'), serverId: 'library' }),
  'operator.retryJob': async () => {
    const [row] = await runAsOwner(
      test,
      sql`insert into portal_jobs.failed (name, payload, code) values ('password-reset', '{"tries": 0, "data": {}}', '') returning job_id as id`,
    )
    return { id: String(row?.['id']) }
  },
}

/** One in the trail of each of two people; all others have one event. */
const OF_TWO = new Set([
  'people.addGuardian',
  'people.saveGuardian',
  'people.removeGuardian',
  'people.restoreGuardian',
  'people.undoGuardianCode',
  'people.linkAccounts',
  'people.unlinkAccounts',
])

describe('the trail of administrators', () => {
  const answers = new Map<string, unknown>()

  it('has a call to try for every endpoint that changes something with an administrator’s right', () => {
    expect(Object.keys(samples).toSorted()).toEqual(recorded.map(({ name }) => name).toSorted())
  })

  it.each(Object.keys(samples))(
    'has the event of %s, in the transaction of the change and without a secret',
    async (name) => {
      const endpoint = recorded.find((one) => one.name === name)
      const sample = samples[name]
      if (!endpoint || !sample) throw new Error('no such endpoint')
      const browser = endpoint.permission === 'operator' ? operator : admin
      const { userId, loginName } = await readMe(browser)
      const before = (await list({ action: name }, browser)).events.length
      const { code, data } = await call(endpoint, await sample((other) => answers.get(other)), browser)
      expect(code).toBe('ok')
      answers.set(name, data)
      const { events } = await list({ action: name }, browser)
      expect(events).toHaveLength(before + (OF_TWO.has(name) ? 2 : 1))
      expect(events[0]).toMatchObject({
        kind: 'changed',
        actor: { userId, loginName },
        address: '192.0.2.1',
        sessionId: expect.any(String),
      })
      const stored = JSON.stringify(events)
      for (const secret of [...SECRETS, ...secretsOf(data)]) expect(stored).not.toContain(secret)
      expect(test.logLines.filter((line) => line.includes('outside its transaction'))).toEqual([])
    },
  )

  it('has none of a call that failed', async () => {
    const endpoint = recorded.find(({ name }) => name === 'admin.deleteClient')
    if (!endpoint) throw new Error('no such endpoint')
    const before = (await list({ action: endpoint.name })).events.length
    expect((await call(endpoint, { clientId: 'unknown' })).code).toBe('sso.client_unknown')
    expect((await list({ action: endpoint.name })).events).toHaveLength(before)
  })

  it('has one refusal an hour of each endpoint to a person without the right', async () => {
    const nameOf = ({ name }: AnyEndpoint) => name
    const browser = await studentBrowser()
    const failures = await failuresOf(recorded, nameOf, async (endpoint) => {
      const { name } = endpoint
      for (const address of ['192.0.2.7', '192.0.2.8'])
        expect((await call(endpoint, {}, browser(address))).code).toBe('access.denied')
      const refusals = await until(async () => {
        const { events } = await list({ action: name, kind: 'refused' })
        return events.length > 0 && events
      })
      expect(refusals).toMatchObject([
        { actor: { userId: student.userId }, address: '192.0.2.7', changes: {}, target: null },
      ])
    })
    expect(failures).toEqual([])
  }, 600_000)
})

/** Sessions of one pupil at several addresses. */
const pupils = new Map<string, TestBrowser>()
async function studentBrowser(): Promise<(address: string) => TestBrowser> {
  for (const address of ['192.0.2.7', '192.0.2.8'])
    if (!pupils.has(address)) pupils.set(address, await test.signIn('student', { address }))
  return (address) => {
    const browser = pupils.get(address)
    if (!browser) throw new Error('not signed in')
    return browser
  }
}

/** New secrets that an answer shows once. */
function secretsOf(data: unknown): string[] {
  const { secret, key, code } = Object(data)
  return [secret, key, code].filter((one): one is string => typeof one === 'string' && one.length >= 6)
}

/** The application's text at the first of some keys that has one. */
function textAt(...keys: readonly string[]): string | undefined {
  const texts: unknown = englishTexts
  return keys
    .map((key): unknown => key.split('.').reduce((found, part) => Object(found)[part], texts))
    .find((text) => typeof text === 'string')
}

describe('the list of the trail', () => {
  it('has words for what each endpoint does, also of those that record a part of their calls', () => {
    const others = [
      'theme.set',
      'attendance.decideCorrection',
      'attendance.decideUncertain',
      'attendance.reopenUncertain',
      'imports.export',
      'people.export',
      'setup',
      'import',
      'unit-config',
      'voice-config',
    ]
    const wordless = [...recorded.map(({ name }) => name), ...others].filter(
      (name) => textAt(`trail.actions.${name}`) === undefined,
    )
    expect(wordless).toEqual([])
  })

  it('has words for each field that was recorded, and for what it is about', async () => {
    const { targets } = englishTexts.trail
    // A text with a place for a value is another field's.
    const hasWords = (name: string) => textAt(...fieldKeys(name), ...countKeys(name))?.includes('{{') === false
    const found = [...(await listAll(admin)), ...(await listAll(operator))]
    const wordless = found.flatMap(({ action, target, changes }) => [
      ...namesIn(changes).filter((name) => name !== '' && !hasWords(name)),
      ...(target && !Object.hasOwn(targets, target.kind) ? [`${action}: ${target.kind}`] : []),
    ])
    expect([...new Set(wordless)]).toEqual([])
  })

  it('is read in pages, the newest first, and by time, kind, actor, action and target', async () => {
    const all = await listAll(admin)
    expect(all.length).toBeGreaterThan(50)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(await listAll(admin, '20')).toEqual(all)

    const middle = all[Math.trunc(all.length / 2)]
    if (!middle) throw new Error('too few events')
    const since = (await list({ size: '200', from: middle.at })).events
    const before = (await list({ size: '200', to: middle.at })).events
    // Moments have milliseconds here and microseconds in the database.
    expect(since.length + before.length).toBe(all.length)
    expect((await list({ size: '200', kind: 'refused' })).events.length).toBe(recorded.length)
    expect((await list({ actorId: student.userId, kind: 'changed' })).events).toEqual([])
    const about = await list({ targetKind: 'person', targetId: student.userId })
    expect(about.events.length).toBeGreaterThan(2)
    expect(about.events[0]?.target).toEqual({
      kind: 'person',
      id: student.userId,
      name: '林川',
      englishName: 'Lin Chuan',
    })
    const actor = { userId: person.userId, realName: '周明远', englishName: 'Zhou Mingyuan', loginName: 'admin' }
    expect(about.events[0]?.actor).toEqual(actor)
  })

  it('has what was changed before and after, with the names of today for what it names by identifier', async () => {
    const { envelope } = await admin.get(structure.read.path)
    const [group] = z.parse(structure.read.response, envelope.data).classes
    if (!group) throw new Error('no class')
    const { classId, gradeId, campusId, name, headTeacher, teachers } = group
    const given = {
      classId,
      gradeId,
      campusId,
      name,
      teachers: teachers.map(({ userId, subjectId }) => ({ userId, subjectId })),
    }
    await call(structure.saveClass, { ...given, englishName: 'Kingfishers', headTeacherId: person.userId })
    const { events, names } = await list({ action: 'structure.saveClass', text: 'kingfisher' })
    expect(events).toMatchObject([
      {
        target: { kind: 'class', id: classId },
        changes: {
          before: { englishName: group.englishName, headTeacherId: headTeacher?.userId ?? null },
          after: { englishName: 'Kingfishers', headTeacherId: person.userId },
        },
      },
    ])
    expect(Object.keys(Object(events[0]?.changes).after).toSorted()).toEqual(['englishName', 'headTeacherId'])
    expect(names[person.userId]).toEqual({ name: (await readMe(admin)).realName, englishName: expect.any(String) })
  })

  it('is searched by what was changed and by the target’s name, without patterns', async () => {
    const { realName } = await readMe(await test.signIn('student'))
    const about = (await list({ text: realName, size: '200' })).events
    expect(about.length).toBeGreaterThan(2)
    expect(new Set(about.map(({ target }) => target?.name))).toEqual(new Set([realName]))
    const saved = (await list({ text: ' SAVEquotas ' })).events
    expect(new Set(saved.map(({ action }) => action))).toEqual(new Set(['storage.saveQuotas']))
    for (const text of ['%', '_', '"']) {
      const found = (await list({ text, size: '200' })).events
      for (const { action, changes } of found) expect(action + JSON.stringify(changes)).toContain(text)
    }
  })

  it('says who changed something, what was done, and for how long it is kept', async () => {
    const { envelope } = await admin.get(adminEventFilters.path)
    const { actors, actions, keptDays } = z.parse(adminEventFilters.response, envelope.data)
    expect(actors).toMatchObject([{ userId: person.userId, englishName: 'Zhou Mingyuan', loginName: 'admin' }])
    expect(actions).toEqual(expect.arrayContaining(['people.save', 'storage.saveQuotas']))
    expect(keptDays).toBe(730)
  })

  it.each([
    ['from', '2026-13-01T00:00:00Z'],
    ['after', '018f0000-0000-7000-8000-000000000000'],
    ['actorId', 'x'],
  ])('refuses %s=%s and names the field', async (field, value) => {
    const { envelope } = await admin.get(`${adminEvents.path}?${new URLSearchParams({ [field]: value }).toString()}`)
    expect(envelope).toMatchObject({ code: 'request.invalid', fieldErrors: [{ field }] })
  })

  it('is of this unit alone', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    // The other's own set-up and import.
    expect((await list({}, elsewhere)).events.map(({ action, kind }) => `${kind} ${action}`).toSorted()).toEqual([
      'command import',
      'command setup',
    ])
  })

  it('cannot be changed by the application, or shortened', async () => {
    const scope = { unitId: await unitOf(test), userId: null }
    for (const statement of [sql`update admin_event set action = 'x'`, sql`delete from admin_event`])
      await expect(test.database.inUnit(scope, (tx) => tx.execute(statement))).rejects.toMatchObject({
        cause: { code: '42501' },
      })
  })

  it('keeps the events of an erased person, without name, address and device', async () => {
    const unitId = await unitOf(test)
    const [row] = await runAsOwner(
      test,
      sql`with made as (
          insert into user_account (unit_id, login_name, real_name, user_type) values (${unitId}, 'gone', '要走的人', 4)
          returning unit_id, user_id)
        insert into admin_event (unit_id, kind, actor_id, action, address, user_agent, changes)
        select unit_id, 'changed', user_id, 'test.gone', '192.0.2.99', 'Browser of one person', '{}' from made returning actor_id as id`,
    )
    expect((await list({ action: 'test.gone' })).events[0]?.actor).toMatchObject({ realName: '要走的人' })
    await runAsOwner(test, sql`delete from user_account where user_id = ${row?.['id']}`)
    expect((await list({ action: 'test.gone' })).events).toMatchObject([{ actor: null, address: '', userAgent: '' }])
  })

  it('forgets what is older than the operator wants to keep', async () => {
    await runAsOwner(test, sql`update admin_event set at = now() - interval '31 days' where action = 'test.gone'`)
    const events = async () => (await list({ action: 'test.gone' })).events.length
    await deleteOldAdminEvents(test.database, 32)
    expect(await events()).toBe(1)
    await deleteOldAdminEvents(test.database, 30)
    expect(await events()).toBe(0)
  })
})
