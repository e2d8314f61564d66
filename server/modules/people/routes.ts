import type { FastifyInstance } from 'fastify'
import * as desktopSearch from '../../../contract/endpoints/desktop/desktop-search.ts'
import * as erasure from '../../../contract/endpoints/people/erasure.ts'
import * as join from '../../../contract/endpoints/family/join.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as guardiansEndpoints from '../../../contract/endpoints/people/guardians.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as ownClasses from '../../../contract/endpoints/people/own-classes.ts'
import * as personalJobs from '../../../contract/endpoints/people/personal-jobs.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as schoolYear from '../../../contract/endpoints/people/school-year.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import type { ByteStore } from '../../blobs/byte-store.ts'
import { difference, type RecordChange } from '../../http/admin-events.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import type { CallBase, Session } from '../../http/call.ts'
import { route, streamRoute } from '../../http/route.ts'
import { type AccountPair, linkAccounts, unlinkAccounts } from '../auth/account-links.ts'
import { noticeOf } from '../auth/account-notices.ts'
import { originOf } from '../auth/sign-in-events.ts'
import type { Tx } from '../../db/database.ts'
import type { SignInDeps } from '../auth/sign-in-limit.ts'
import { bringPeopleBack, deactivatePeople } from './record/activity.ts'
import { readYears, renameOtherYear, savePresentYear } from './school-year/edit-years.ts'
import { erasePerson, readErasure } from './personal/erase-person.ts'
import { registerPersonExport } from './export/export-person.ts'
import { findReceivers, mailLinks, writeFirstPasswords } from './record/first-passwords.ts'
import { createNumberSeal } from './record/sealed-numbers.ts'
import { hasMail } from '../mail/unit-mail.ts'
import {
  cleanUpGuardianCodes,
  giveGuardianCodes,
  requirePupils,
  revokeGuardianCode,
} from './families/guardian-codes.ts'
import { changeGuardian, enterGuardian, removeGuardianOf, restoreGuardianOf } from './families/guardians.ts'
import { checkJoin, createGuardian, redeemCode } from './families/join.ts'
import { listPeople, targetOf } from './list/list-people.ts'
import { mergePeople, previewMerge } from './personal/merge-people.ts'
import { findOwnPupils, givePupilsPasswords, listOwnClasses, listOwnPupils } from './classes/own-classes.ts'
import { readIdCardOf, readPerson } from './record/person-page.ts'
import { handlePersonalJobs, listPersonalJobs, retryPersonalJob } from './personal/personal-jobs.ts'
import { changesStaffSignIn, readForTrail, savePerson } from './record/save-person.ts'
import { readSchoolYear } from './school-year/read-school-year.ts'
import { searchPeople } from './list/search-people.ts'
import * as rows from './classes/structure.ts'
import { turnSchoolYear, undoSchoolYear } from './school-year/turn-school-year.ts'
import { planCodeUndo, undoGuardianCode } from './families/undo-guardian-code.ts'

/** Enough for typing, too few to copy a school's list of people quickly. */
const SEARCHES_PER_MINUTE = 120

/** Registers the search of people, their administration, and that of what a school is made of. */
export function registerPeopleRoutes(
  app: FastifyInstance,
  { passwords, limit, bytes }: Pick<SignInDeps, 'passwords' | 'limit'> & { bytes: ByteStore | undefined },
): void {
  const searches = createRequestLimit({ name: 'people search', perMinute: SEARCHES_PER_MINUTE })
  route(app, desktopSearch.people, async ({ query }, { tx, session, request }) => {
    await searches(request, tx)
    return searchPeople(tx, session, query)
  })
  route(app, people.list, (wanted, { tx, scope }) => listPeople(tx, scope, wanted))
  route(app, people.exportList, async (wanted, { tx, scope, record }) => {
    const { total } = await listPeople(tx, scope, { ...wanted, size: 1 })
    // What was searched for is mostly a name.
    const { query: _, ...filters } = wanted
    await record(tx, { changes: { ...filters, people: total } })
    return 'success' as const
  })
  route(app, people.show, (key, { tx, scope }) => readPerson(tx, key, scope))
  route(app, people.save, async (given, { tx, session, scope, record, requireFresh }) => {
    const before = given.key && (await readForTrail(tx, given.key))
    requireFresh(await changesStaffSignIn(tx, given))
    const seal = createNumberSeal(app.vault, session.unitId)
    const { saved, details } = await savePerson(tx, session, given, { scope, seal })
    const changes = difference(before, await readForTrail(tx, saved))
    await record(tx, { target: targetOf(saved), changes: { ...changes, ...details } })
    return saved
  })
  const undoing = () => ({ vault: app.vault, now: app.now() })
  route(app, people.saveGuardian, (given, call) => changeGuardian(call, given))
  route(app, guardiansEndpoints.addGuardian, (given, call) => enterGuardian(call, given))
  route(app, guardiansEndpoints.removeGuardian, (pair, call) => removeGuardianOf(call, pair, undoing()))
  route(app, guardiansEndpoints.restoreGuardian, (given, call) => restoreGuardianOf(call, given, undoing()))
  const linking = (call: CallBase<Session>) => ({
    unitId: call.session.unitId,
    origin: originOf(call.request),
    note: noticeOf(call),
  })
  const noteLink = async (record: RecordChange, tx: Tx, { teacherId, parentId }: AccountPair, linked: boolean) => {
    await record(tx, { target: { kind: 'person', id: teacherId }, changes: { linked, parentAccount: parentId } })
    await record(tx, { target: { kind: 'person', id: parentId }, changes: { linked, teacherAccount: teacherId } })
  }
  route(app, guardiansEndpoints.linkAccounts, async (pair, call) => {
    await linkAccounts(call.tx, call.session, pair, linking(call))
    await noteLink(call.record, call.tx, pair, true)
  })
  route(app, guardiansEndpoints.unlinkAccounts, async ({ teacherId }, call) => {
    const pair = await unlinkAccounts(call.tx, call.session, teacherId, linking(call))
    await noteLink(call.record, call.tx, pair, false)
  })
  route(app, guardiansEndpoints.previewCodeUndo, (use, call) => planCodeUndo(call, use))
  route(app, guardiansEndpoints.undoCode, (use, call) => undoGuardianCode(call, use, linking(call)))
  route(app, people.deactivate, async ({ people: keys }, { tx, session, request, record }) => {
    const answer = await deactivatePeople(tx, session, keys, request.ip)
    for (const key of keys) await record(tx, { target: targetOf(key), changes: { active: false } })
    return answer
  })
  route(app, people.bringBack, async (given, { tx, session, record }) => {
    await bringPeopleBack(tx, session, given)
    for (const key of given.people)
      await record(tx, { target: targetOf(key), changes: { active: true, classId: key.classId } })
  })
  route(app, erasure.read, (key, { tx }) => readErasure(tx, key))
  route(app, erasure.erase, async (given, { tx, session, request, record }) => {
    const { jobId, counts, guardians } = await erasePerson(tx, session, given, { jobs: app.jobs, address: request.ip })
    // Afterwards: what the trail had of these people is blank by then, or will be.
    const stage = stageOf(jobId)
    await record(tx, { target: targetOf(given.key), changes: { erased: true, ...stage, ...counts } })
    for (const id of guardians)
      await record(tx, { target: { kind: 'person', id }, changes: { erased: true, ...stage } })
    return jobId === null ? 'success' : { jobId }
  })
  registerPersonExport(app, bytes)
  route(app, people.showIdCard, async (key, { tx, session, record }) => {
    const numbers = await readIdCardOf(tx, session, key, createNumberSeal(app.vault, session.unitId))
    await record(tx, { target: targetOf(key), changes: {} })
    return numbers
  })
  route(app, merging.preview, (pair, { tx, session }) => previewMerge(tx, session, pair))
  route(app, merging.merge, async (given, { tx, session, request, record }) => {
    const { jobId, changes } = await mergePeople(tx, session, given, { jobs: app.jobs, address: request.ip })
    await record(tx, { target: targetOf(given), changes: { ...stageOf(jobId), ...changes } })
    return jobId === null ? 'success' : { jobId }
  })
  handlePersonalJobs(app.database, app.jobs)
  route(app, personalJobs.listJobs, async (_, { tx }) => ({ jobs: await listPersonalJobs(tx) }))
  route(app, personalJobs.retryJob, async ({ jobId }, { tx, session, record }) => {
    const target = await retryPersonalJob(tx, app.jobs, session.unitId, jobId)
    await record(tx, { target, changes: { stage: 'begun' } })
  })
  route(app, people.mailState, async (_, { tx }) => ({ ready: await hasMail(tx) }))
  route(app, people.mailFirstLinks, (given, call) => mailLinks(call, given))
  streamRoute(app, people.firstPasswords, (call) => {
    const given = call.parse({})
    return writeFirstPasswords(call, passwords, { find: (tx) => findReceivers(tx, call, given) })
  })

  app.jobs.schedule({
    name: 'guardian codes',
    everyHours: 24,
    run: (signal) => cleanUpGuardianCodes(app.database, signal),
  })
  route(app, guardianCodes.give, async ({ pupils }, { tx, session, scope, record }) => ({
    slips: await giveGuardianCodes(tx, session, { pupils: await requirePupils(tx, scope, pupils), scope }, record),
  }))
  route(app, guardianCodes.giveOwn, async ({ classId, pupils }, { tx, session, record }) => ({
    slips: await giveGuardianCodes(
      tx,
      session,
      { pupils: await findOwnPupils(tx, session, classId, pupils), scope: [classId] },
      record,
    ),
  }))
  route(app, guardianCodes.revoke, async ({ studentId }, { tx, scope, record }) => {
    await requirePupils(tx, scope, [studentId])
    await revokeGuardianCode(tx, studentId)
    await record(tx, { target: { kind: 'pupil', id: studentId }, changes: { guardianCode: false } })
  })
  // None by `route`: a wrong code must not undo its own count.
  streamRoute(app, join.check, async (call) => {
    const given = call.parse({})
    await limit(call.request)
    return checkJoin(call, given)
  })
  streamRoute(app, join.create, async (call) => {
    const given = call.parse({})
    await limit(call.request)
    return createGuardian(call, passwords, given)
  })
  streamRoute(app, join.redeem, async (call) => {
    const given = call.parse({})
    await limit(call.request)
    await redeemCode(call, given)
  })

  route(app, ownClasses.list, (_, { tx, session }) => listOwnClasses(tx, session))
  route(app, ownClasses.pupils, (wanted, { tx, session }) => listOwnPupils(tx, session, wanted))
  streamRoute(app, ownClasses.firstPasswords, (call) => givePupilsPasswords(call, passwords, call.parse({})))

  route(app, schoolYear.read, (_, { tx }) => readSchoolYear(tx))
  route(app, schoolYear.turn, async (plan, { tx, session, request, record }) => {
    const { yearId, counts } = await turnSchoolYear(tx, session, plan, request.ip)
    await record(tx, { target: { kind: 'year', id: yearId }, changes: { name: plan.year.name, ...counts } })
  })
  route(app, schoolYear.undo, async ({ turnId }, { tx, session, record }) => {
    const yearId = await undoSchoolYear(tx, session, turnId)
    await record(tx, { target: { kind: 'year', id: yearId }, changes: { turnUndone: true } })
  })

  route(app, schoolYear.listYears, (_, { tx }) => readYears(tx))
  route(app, schoolYear.saveYear, async (given, { tx, session, record }) => {
    const { id, before } = await savePresentYear(tx, session, given)
    const years = await readYears(tx)
    const changes = difference({ ...before, version: null }, { ...years.present, version: null })
    await record(tx, { target: { kind: 'year', id }, changes })
    return years
  })
  route(app, schoolYear.renameYear, async (given, { tx, session, record }) => {
    const { others } = await readYears(tx)
    await renameOtherYear(tx, session, given)
    const before = others.find(({ yearId }) => yearId === given.yearId)
    const changes = difference({ name: before?.name }, { name: given.name })
    await record(tx, { target: { kind: 'year', id: given.yearId }, changes })
    return readYears(tx)
  })

  route(app, structure.read, (_, { tx, scope }) => rows.readScopedStructure(tx, scope))
  route(app, structure.saveGroup, async (given, { tx, session, record }) => {
    const before = await rows.beginStructureChange(tx, given)
    const entry = { kind: given.kind, id: await rows.saveStructureGroup(tx, session, given) }
    return noteStructure(tx, record, before, entry)
  })
  route(app, structure.saveClass, async (given, { tx, session, record }) => {
    const before = await rows.beginStructureChange(tx, { ...given, kind: 'class', id: given.classId })
    const entry = { kind: 'class' as const, id: await rows.saveStructureClass(tx, session, given) }
    return noteStructure(tx, record, before, entry)
  })
  route(app, structure.sort, async (given, { tx, record }) => {
    await rows.sortStructure(tx, given)
    await record(tx, { changes: { kind: given.kind } })
    return rows.readStructure(tx)
  })
  route(app, structure.remove, async (given, { tx, record }) => {
    const before = await rows.readStructure(tx)
    await rows.removeStructure(tx, given)
    return noteStructure(tx, record, before, given)
  })
}

/** Records what changed of an entry of the structure, without names of people. Returns the structure as it is now. */
async function noteStructure(
  tx: Tx,
  record: RecordChange,
  before: structure.Structure,
  { kind, id }: { readonly kind: structure.StructureKind; readonly id: string },
): Promise<structure.Structure> {
  const now = await rows.readStructure(tx)
  const changes = difference(rows.structureEntry(before, kind, id), rows.structureEntry(now, kind, id))
  await record(tx, { target: { kind, id }, changes })
  return now
}

/** A job tells of its end by itself. */
const stageOf = (jobId: string | null) => (jobId === null ? {} : { stage: 'begun' })
