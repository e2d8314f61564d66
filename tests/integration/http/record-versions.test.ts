import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint, SavingEndpoint } from '../../../contract/endpoint.ts'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import { changeAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as adminAccess from '../../../contract/endpoints/sign-in/admin-access.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import * as storageAdmin from '../../../contract/endpoints/storage/storage-admin.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import * as unitSettings from '../../../contract/endpoints/units/unit-settings.ts'
import * as voiceSettings from '../../../contract/endpoints/voice-settings.ts'
import * as branding from '../../../contract/endpoints/units/branding.ts'
import * as schoolYear from '../../../contract/endpoints/people/school-year.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import * as importSchedule from '../../../contract/endpoints/people/import-schedule.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { changedRecord } from '../../../contract/record-version.ts'
import { endpoints } from '../../../contract/table.ts'
import { sql } from 'drizzle-orm'
import { bilingualErrorText } from '../../../contract/error-texts.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { signInOperator } from '../../support/schools/operators.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { ask as askAs, call as callAs } from '../../support/callers/call.ts'

let test: TestApp
let one: TestBrowser
let other: TestBrowser
/** Of all units. */
let operator: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  one = await test.signIn('admin')
  other = await test.signIn('admin')
  operator = await signInOperator(test)
})
afterAll(() => test.close())

const EXACTLY = { asIs: true } as const
/** Who may call it; `by` where that is an administrator. */
const browserOf = ({ permission }: AnyEndpoint, by = one) => (permission === 'operator' ? operator : by)
/** Sends exactly the input. */
const ask = (endpoint: AnyEndpoint, input: object, by = one) => askAs(browserOf(endpoint, by), endpoint, input, EXACTLY)
const call = <R extends AnyEndpoint>(endpoint: R, input: SentTo<R>) =>
  callAs(browserOf(endpoint), endpoint, input, EXACTLY)

function only<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('there is none')
  return found
}

/** How a record is read, and the save of another state of it, which differs with `nth`. */
interface Kind<Saved> {
  readonly read: () => Promise<Saved>
  readonly save: (now: Saved, nth: number) => object
}

const kinds = new Map<string, { endpoint: SavingEndpoint } & Kind<{ version: string }>>()

function add<Saved extends z.core.$ZodType<{ version: string }>>(
  endpoint: SavingEndpoint<Saved>,
  kind: Kind<z.core.output<Saved>>,
): void {
  kinds.set(endpoint.name, { endpoint, ...(kind as unknown as Kind<{ version: string }>) })
}

async function readPupil() {
  const { people: found } = await call(people.list, { query: '林溪', userType: '1' })
  const { kind, id } = only(found[0])
  return call(people.show, { kind, id })
}

const fieldsOf = (person: people.PersonPage) => ({
  ...people.personFields.parse({ ...person, loginName: person.loginName ?? '' }),
  key: { kind: person.kind, id: person.id },
  userType: person.userType,
})

add(people.save, {
  read: readPupil,
  save: (now, nth) => ({ ...fieldsOf(now), englishName: `Pupil ${nth}` }),
})
add(people.saveGuardian, {
  read: async () => {
    const { id: studentId, guardians } = await readPupil()
    return { ...only(guardians[0]), studentId }
  },
  save: (now) => ({
    ...z.parse(z.pick(people.saveGuardian.request, { studentId: true, isEmergencyContact: true }), now),
    parentId: now.userId,
    mayConsent: !now.mayConsent,
  }),
})

add(structure.saveGroup, {
  read: async () => {
    const { campusId: id, ...campus } = only((await call(structure.read, {})).campuses[0])
    return { ...campus, id }
  },
  save: (now, nth) => ({
    kind: 'campus',
    ...z.parse(z.object({ id: z.string() }), now),
    name: now.name,
    englishName: `Campus ${nth}`,
  }),
})
add(structure.saveClass, {
  read: async () => only((await call(structure.read, {})).classes[0]),
  save: ({ classId, gradeId, campusId, name, headTeacher, teachers }, nth) => ({
    classId,
    gradeId,
    campusId,
    name,
    englishName: `Group ${nth}`,
    headTeacherId: headTeacher?.userId ?? null,
    teachers: teachers.map(({ userId, subjectId }) => ({ userId, subjectId })),
  }),
})
add(schoolYear.saveYear, {
  read: async () => (await call(schoolYear.listYears, {})).present,
  save: ({ name, startsOn, endsOn, terms }, nth) => ({
    year: { name, startsOn, endsOn, terms: terms.map((term) => ({ ...term, englishName: `Term ${nth}` })) },
  }),
})
add(unitRoles.save, {
  read: async () => {
    const { roles: all } = await call(unitRoles.list, {})
    const own = all.find(({ builtIn }) => !builtIn)
    if (own) return own
    await call(unitRoles.save, {
      roleId: null,
      name: '导入人员',
      englishName: '',
      codes: ['base_import'],
      version: null,
    })
    return only((await call(unitRoles.list, {})).roles.find(({ builtIn }) => !builtIn))
  },
  save: ({ roleId, name, codes }, nth) => ({ roleId, name, englishName: `Role ${nth}`, codes }),
})

const nothing = {}
add(faceAdmin.saveSettings, {
  read: () => call(faceAdmin.settings, nothing),
  save: (now, nth) => ({ ...now, retentionDays: 400 + nth }),
})
add(attendanceAdmin.saveSettings, {
  read: () => call(attendanceAdmin.settings, nothing),
  save: (now, nth) => ({ ...now, retentionMonths: 20 + nth }),
})
/** The day of attendance at the school, which begins at four in the morning there. */
let attendanceDay = ''
add(attendanceAdmin.saveRule, {
  read: async () => {
    const { rules, today } = await call(attendanceAdmin.rules, nothing)
    attendanceDay = today
    if (rules[0]) return rules[0]
    const times = {
      inBy: '08:00',
      inTolerance: 5,
      outFrom: '17:00',
      outTolerance: 0,
      dayStart: '04:00',
      validFrom: today,
    }
    const names = { name: '学生', englishName: '', weekdays: [1], appliesTo: 'pupils' as const, classIds: [] }
    return call(attendanceAdmin.saveRule, { ...names, ...times, version: null })
  },
  save: (now, nth) => ({
    ...now,
    validFrom: attendanceDay,
    inTolerance: 10 + nth,
  }),
})
add(attendanceStation.save, {
  read: async () => {
    const known = await call(attendanceStation.list, nothing)
    if (!known[0]) await call(attendanceStation.register, { name: '校门', place: '', direction: 'both' })
    return only((await call(attendanceStation.list, nothing))[0])
  },
  save: ({ stationId, name, direction, guide }, nth) => ({ stationId, name, direction, guide, place: `Gate ${nth}` }),
})
add(storageAdmin.saveQuotas, {
  read: async () => (await call(storageAdmin.quotas, nothing)).quotas,
  save: (now, nth) => ({ ...now, student: (1000 + nth) * 1024 * 1024 }),
})
add(signInAdmin.saveSignInMethods, {
  read: async () => (await call(signInAdmin.settings, nothing)).ways,
  save: (now) => ({ ...now, userClient: !now.userClient }),
})
add(adminAccess.saveAdminProtection, {
  read: () => call(adminAccess.readAdminProtection, nothing),
  save: (now, nth) => ({ secondFactor: false, networks: [`${now.address}/32`, `10.0.0.${nth}`] }),
})
add(signInAdmin.saveMail, {
  read: async () => {
    const { mail, mailVersion: version } = await call(signInAdmin.settings, nothing)
    return { mail, version }
  },
  save: (_, nth) => ({
    host: 'mail.example.com',
    port: 465,
    secure: 'tls',
    username: '',
    fromAddress: `portal${nth}@example.com`,
  }),
})
const PROVIDER = {
  kind: 'oidc' as const,
  enabled: false,
  clientId: 'portal',
  agentId: '',
  apiUrl: '',
  scopes: 'openid',
}
const OIDC = {
  ...PROVIDER,
  name: '通行证',
  englishName: 'Pass',
  baseUrl: 'https://id.example.com',
  clientSecret: 'sealed',
  // The document of one in use would be read.
  enabled: false,
  tenants: [],
  anyTenant: false,
}
add(signInAdmin.saveProvider, {
  read: async () => {
    const { providers } = await call(signInAdmin.settings, nothing)
    return providers[0] ?? only((await call(signInAdmin.saveProvider, { ...OIDC, version: null })).providers[0])
  },
  save: (now, nth) => ({ ...now, englishName: `Pass ${nth}` }),
})
const CLIENT = {
  name: '图书馆',
  englishName: 'Library',
  enabled: true,
  redirectUris: ['https://library.example.com/callback'],
  postLogoutRedirectUris: [],
  ownScopes: [],
  trusted: false,
  entryUrl: '',
  mayIssueTickets: false,
  adminTickets: false,
  pkceRequired: true,
  backchannelLogoutUri: '',
  backchannelLogoutSessionRequired: false,
  confidential: true,
  version: null,
}
add(signInAdmin.saveClient, {
  read: async () => {
    const { clients } = await call(signInAdmin.settings, nothing)
    return clients[0] ?? only((await call(signInAdmin.saveClient, CLIENT)).settings.clients[0])
  },
  save: (now, nth) => ({ ...now, englishName: `Client ${nth}`, confidential: now.secretSet }),
})
add(applications.save, {
  read: async () => only((await call(applications.read, nothing)).applications.find(({ needed }) => !needed)),
  save: ({ code, name, group, icon, audience }, nth) => ({
    code,
    name,
    englishName: `Application ${nth}`,
    group,
    icon,
    audience,
    opens: null,
    endsOn: null,
  }),
})
const letter = {
  ...messageTo([2], '家长会'),
  sendAt: new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, ''),
}
add(applications.saveDefault, {
  read: async () => only((await call(applications.read, nothing)).defaults.find(({ userType }) => userType === 2)),
  save: ({ userType }, nth) => ({ userType, groups: [{ code: 'ZDYYYFL-XSCZ', codes: [`nth-${nth}`] }] }),
})
const SCHEDULE = {
  enabled: false,
  place: 'folder' as const,
  path: '',
  time: '02:00',
  kind: 'any' as const,
  mode: null,
  source: '',
  pupilAccounts: true,
  parentAccounts: true,
  recipients: [],
}
add(importSchedule.save, {
  read: async () => {
    const { settings } = await call(importSchedule.read, nothing)
    return settings ?? only((await call(importSchedule.save, { ...SCHEDULE, version: null })).settings ?? undefined)
  },
  save: (now, nth) => ({ ...now, source: `register ${nth}` }),
})
add(publications.save, {
  read: async () => {
    const { publications: known } = await call(publications.list, nothing)
    const waiting = known.find(({ state }) => state === 'scheduled')
    const { publicationId } = waiting ?? (await call(publications.save, letter))
    return call(publications.show, { publicationId })
  },
  save: ({ publicationId }, nth) => ({ ...letter, version: undefined, publicationId, englishTitle: `Evening ${nth}` }),
})

add(units.saveLimits, {
  read: async () => {
    const { units: all } = await call(units.list, nothing)
    return call(units.read, { unitId: only(all.find(({ hosts }) => hosts.includes('ginkgo.localhost'))).unitId })
  },
  save: ({ unitId, storageLimit }, nth) => ({ unitId, storageLimit, peopleLimit: 5000 + nth }),
})

const readBranding = () => call(branding.read, {})
add(branding.saveDraft, {
  read: readBranding,
  save: ({ published }, nth) => ({ branding: { ...published, motto: `Draft ${nth}` } }),
})
add(branding.publish, {
  read: readBranding,
  save: ({ published }, nth) => ({ ...published, motto: `Motto ${nth}` }),
})

const { readDesktop, saveDesktop, readFilings, saveFilings } = unitSettings
const { readPaths, savePaths, readNetworks, saveNetworks } = unitSettings
add(saveDesktop, {
  read: () => call(readDesktop, {}),
  save: (now, nth) => ({ ...unitSettings.desktopForm.parse(now), desktopEnName: `Campus ${nth}` }),
})
add(saveFilings, {
  read: () => call(readFilings, {}),
  save: ({ shown }, nth) => ({
    shown,
    filings: [{ text: `Filing ${nth}`, link: '', picture: '', pictureShown: false }],
  }),
})
add(savePaths, {
  read: () => call(readPaths, {}),
  save: (now, nth) => ({ ...unitSettings.pathsForm.parse(now), ticketName: `ticket${nth}` }),
})
add(saveNetworks, {
  read: () => call(readNetworks, {}),
  save: (_, nth) => ({ networks: [`203.0.113.${nth}`] }),
})
add(unitSettings.saveRetention, {
  read: () => call(unitSettings.readRetention, {}),
  save: (now, nth) => ({ ...unitSettings.retention.parse(now), todoMonths: 12 + nth }),
})
add(voiceSettings.saveService, {
  read: () => call(voiceSettings.readService, {}),
  save: (_, nth) => ({ keyId: 'LTAI-one', keySecret: 'whispered-by-nobody', appKey: `project-${nth}` }),
})
add(voiceSettings.savePhrase, {
  read: async () => only((await call(voiceSettings.vocabulary, {})).phrases.find(({ app }) => app === 'files')),
  save: ({ phraseId, language, phrase, app }, nth) => ({
    phraseId,
    language,
    phrase,
    app,
    url: `#/${nth}`,
  }),
})

/** Endpoints that are refused by the same lines as one above: those of the branding, the publications of own classes, and units. */
const AS_SAVED = [branding.discardDraft, branding.restore, classPublications.save, units.saveHosts, units.saveLicence]
/** That of a family, whose changes are not in the trail: see the tests of absences. */
const OF_FAMILIES = [changeAbsence]

it('knows every endpoint that saves over a record', () => {
  const known = [...kinds.keys(), ...[...AS_SAVED, ...OF_FAMILIES].map(({ name }) => name)]
  expect(known.toSorted()).toEqual(
    endpoints
      .filter(({ saves }) => saves)
      .map(({ name }) => name)
      .toSorted(),
  )
})

/** What the answer has of a record: without what a list around it adds for a test. */
const shapeOf = ({ saves }: SavingEndpoint, record: unknown) => z.core.parse(saves, record)

describe.each([...kinds.keys()])('%s', (name) => {
  const { endpoint, read, save } = only(kinds.get(name))

  it('refuses the later of two who read the same, with what is there now and the last change; from there it saves', async () => {
    const before = await read()
    expect(await ask(endpoint, { ...save(before, 1), version: before.version }, one)).toMatchObject({ code: 'ok' })
    const now = await read()
    expect(now.version).not.toBe(before.version)

    const refused = await ask(endpoint, { ...save(before, 2), version: before.version }, other)
    expect(refused).toMatchObject({ status: 409, code: 'record.changed' })
    const { current, last } = changedRecord(endpoint.saves).parse(refused.data)
    expect(current).toEqual(shapeOf(endpoint, now))
    expect(last?.by?.realName).toBeTruthy()
    expect(await read()).toEqual(now)

    expect(await ask(endpoint, { ...save(now, 2), version: now.version }, other)).toMatchObject({ code: 'ok' })
  })

  it('lets one of two who save at once get through', async () => {
    const { version, ...now } = await read()
    const answers = await Promise.all(
      [one, other].map((browser, nth) => ask(endpoint, { ...save({ ...now, version }, 3 + nth), version }, browser)),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ok', 'record.changed'])
  })

  it('tells a page that sends no version to load again, and changes nothing', async () => {
    const before = await read()
    const { version: _, ...input } = { version: '', ...save(before, 5) }
    const refused = await ask(endpoint, input)
    expect(refused).toMatchObject({
      code: 'request.invalid',
      fieldErrors: [{ field: 'version', message: bilingualErrorText('record.reload') }],
    })
    expect(await read()).toEqual(before)
  })
})

it('sees what an import, a merge or any other statement changed', async () => {
  const before = await readPupil()
  await runAsOwner(test, sql`update student set english_name = 'By an import' where student_id = ${before.id}`)
  const refused = await ask(people.save, { ...fieldsOf(before), englishName: 'Typed', version: before.version })
  expect(refused).toMatchObject({ code: 'record.changed', data: { current: { englishName: 'By an import' } } })
})

it('loses no change of two people, in whatever order they read and save', async () => {
  let changes = 0
  const step = fc.record({ who: fc.constantFrom(0, 1), does: fc.constantFrom('read', 'save') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const known = [await readPupil(), await readPupil()]
      /** Whether each has seen all that was saved. */
      const isUpToDate = [true, true]
      let saved = known[0]?.englishName
      for (const { who, does } of steps) {
        if (does === 'read') {
          known[who] = await readPupil()
          isUpToDate[who] = true
          continue
        }
        const person = only(known[who])
        const englishName = `Change ${(changes += 1)}`
        const answer = await ask(people.save, { ...fieldsOf(person), englishName, version: person.version })
        expect(answer.code).toBe(isUpToDate[who] ? 'ok' : 'record.changed')
        if (answer.code === 'ok') {
          saved = englishName
          isUpToDate.fill(false)
        }
        expect((await readPupil()).englishName).toBe(saved)
      }
    }),
    { numRuns: 12 },
  )
})
