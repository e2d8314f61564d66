import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as endpoints from '../../../../contract/endpoints/units/unit-settings.ts'
import { difference } from '../../../http/admin-events.ts'
import { beginSettings, versionOf } from '../../../http/record-version.ts'
import { route } from '../../../http/route.ts'
import { requireReachOfAllAccounts } from '../../auth/may-act-for.ts'
import { cleanUpOldRecords, readRetention, saveRetention } from './retention.ts'
import * as settings from './unit-settings.ts'

/** Registers what administrators set of a unit's configuration. */
export function registerUnitSettings(app: FastifyInstance): void {
  route(app, endpoints.readDesktop, (_, { tx, session }) => settings.readDesktop(tx, session))
  route(app, endpoints.saveDesktop, async ({ version, ...given }, { tx, session, record }) => {
    const read = () => settings.readDesktop(tx, session)
    const before = await beginSettings(tx, endpoints.saveDesktop, version, read)
    await settings.saveDesktop(tx, session, given)
    const now = await read()
    await record(tx, { changes: difference(valuesOf(before), valuesOf(now)) })
    return now
  })

  route(app, endpoints.readFilings, (_, { tx }) => settings.readFilings(tx))
  route(app, endpoints.saveFilings, async ({ version, ...given }, { tx, record }) => {
    const read = () => settings.readFilings(tx)
    const before = await beginSettings(tx, endpoints.saveFilings, version, read)
    await settings.saveFilings(tx, given)
    const now = await read()
    await record(tx, { changes: difference(withoutPictures(before), withoutPictures(now)) })
    return now
  })

  route(app, endpoints.readPaths, (_, { tx, session }) => settings.readPaths(tx, session))
  route(app, endpoints.savePaths, async ({ version, ...given }, { tx, session, record }) => {
    requireReachOfAllAccounts(session)
    const read = () => settings.readPaths(tx, session)
    const before = await beginSettings(tx, endpoints.savePaths, version, read)
    await settings.savePaths(tx, given)
    const now = await read()
    await record(tx, { changes: difference(valuesOf(before), valuesOf(now)) })
    return now
  })

  route(app, endpoints.readNetworks, (_, { tx, session, request }) => settings.readNetworks(tx, session, request.ip))
  route(app, endpoints.saveNetworks, async ({ version, networks }, { tx, session, request, record }) => {
    requireReachOfAllAccounts(session)
    const read = () => settings.readNetworks(tx, session, request.ip)
    const before = await beginSettings(tx, endpoints.saveNetworks, version, read)
    await settings.saveNetworks(tx, networks)
    const now = await read()
    await record(tx, { changes: difference({ ownNetworks: before.networks }, { ownNetworks: now.networks }) })
    return now
  })

  app.jobs.schedule({
    name: 'old records',
    everyHours: 24,
    run: (signal) => cleanUpOldRecords(app.database, signal),
  })
  const withVersion = (months: endpoints.Retention) => ({ ...months, version: versionOf(months) })
  route(app, endpoints.readRetention, async (_, { tx }) => withVersion(await readRetention(tx)))
  route(app, endpoints.saveRetention, async ({ version, ...months }, { tx, session, record }) => {
    const read = async () => withVersion(await readRetention(tx))
    const before = await beginSettings(tx, endpoints.saveRetention, version, read)
    await saveRetention(tx, session.unitId, months)
    await record(tx, { changes: difference(z.parse(endpoints.retention, before), months) })
    return read()
  })
}

/** What a person has set, without what the page shows beside it. */
function valuesOf<Settings extends { version: string; reachesAllAccounts: boolean; applications?: unknown }>({
  version: _version,
  reachesAllAccounts: _reach,
  applications: _applications,
  ...values
}: Settings) {
  return values
}

/** Pictures are within the entries, and too long for a trail. */
function withoutPictures({ shown, filings }: endpoints.FilingsForm) {
  return { shown, filings: filings.map(({ text, link, pictureShown }) => ({ text, link, pictureShown })) }
}
