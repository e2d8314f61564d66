import type { FastifyInstance } from 'fastify'
import * as unitSettings from '../../../../contract/endpoints/units/unit-settings.ts'
import { difference } from '../../../http/admin-events.ts'
import { beginSettings } from '../../../http/record-version.ts'
import { route } from '../../../http/route.ts'
import { requireReachOfAllAccounts } from '../../auth/may-act-for.ts'
import * as settings from './unit-settings.ts'

/** Registers what administrators set of a unit's configuration. */
export function registerUnitSettings(app: FastifyInstance): void {
  route(app, unitSettings.readDesktop, (_, { tx, session }) => settings.readDesktop(tx, session))
  route(app, unitSettings.saveDesktop, async ({ version, ...given }, { tx, session, record }) => {
    const read = () => settings.readDesktop(tx, session)
    const before = await beginSettings(tx, unitSettings.saveDesktop, version, read)
    await settings.saveDesktop(tx, session, given)
    const now = await read()
    await record(tx, { changes: difference(valuesOf(before), valuesOf(now)) })
    return now
  })

  route(app, unitSettings.readFilings, (_, { tx }) => settings.readFilings(tx))
  route(app, unitSettings.saveFilings, async ({ version, ...given }, { tx, record }) => {
    const read = () => settings.readFilings(tx)
    const before = await beginSettings(tx, unitSettings.saveFilings, version, read)
    await settings.saveFilings(tx, given)
    const now = await read()
    await record(tx, { changes: difference(withoutPictures(before), withoutPictures(now)) })
    return now
  })

  route(app, unitSettings.readPaths, (_, { tx, session }) => settings.readPaths(tx, session))
  route(app, unitSettings.savePaths, async ({ version, ...given }, { tx, session, record }) => {
    requireReachOfAllAccounts(session)
    const read = () => settings.readPaths(tx, session)
    const before = await beginSettings(tx, unitSettings.savePaths, version, read)
    await settings.savePaths(tx, given)
    const now = await read()
    await record(tx, { changes: difference(valuesOf(before), valuesOf(now)) })
    return now
  })

  route(app, unitSettings.readNetworks, (_, { tx, session, request }) => settings.readNetworks(tx, session, request.ip))
  route(app, unitSettings.saveNetworks, async ({ version, networks }, { tx, session, request, record }) => {
    requireReachOfAllAccounts(session)
    const read = () => settings.readNetworks(tx, session, request.ip)
    const before = await beginSettings(tx, unitSettings.saveNetworks, version, read)
    await settings.saveNetworks(tx, networks)
    const now = await read()
    await record(tx, { changes: difference({ ownNetworks: before.networks }, { ownNetworks: now.networks }) })
    return now
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
function withoutPictures({ shown, filings }: unitSettings.FilingsForm) {
  return { shown, filings: filings.map(({ text, link, pictureShown }) => ({ text, link, pictureShown })) }
}
