import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { SavingEndpoint } from '../../../../contract/endpoint.ts'
import * as unitSettings from '../../../../contract/endpoints/units/unit-settings.ts'
import { difference } from '../../../http/admin-events.ts'
import type { Call } from '../../../http/call.ts'
import { beginSettings } from '../../../http/record-version.ts'
import { route } from '../../../http/route.ts'
import { requireReachOfAllAccounts } from '../../auth/may-act-for.ts'
import { cleanUpOldRecords, readRetention, saveRetention } from './retention.ts'
import * as settings from './unit-settings.ts'

/** Registers the settings of a unit's configuration. */
export function registerUnitSettings(app: FastifyInstance): void {
  route(app, unitSettings.readDesktop, (_, { tx, session }) => settings.readDesktop(tx, session))
  route(app, unitSettings.saveDesktop, ({ version, ...given }, call) =>
    change(call, unitSettings.saveDesktop, version, {
      read: () => settings.readDesktop(call.tx, call.session),
      save: () => settings.saveDesktop(call.tx, call.session, given),
    }),
  )
  route(app, unitSettings.readFilings, (_, { tx }) => settings.readFilings(tx))
  route(app, unitSettings.saveFilings, ({ version, ...given }, call) =>
    change(call, unitSettings.saveFilings, version, {
      read: () => settings.readFilings(call.tx),
      save: () => settings.saveFilings(call.tx, given),
      shown: withoutPictures,
    }),
  )
  route(app, unitSettings.readPaths, (_, { tx, session }) => settings.readPaths(tx, session))
  route(app, unitSettings.savePaths, ({ version, ...given }, call) => {
    requireReachOfAllAccounts(call.session)
    return change(call, unitSettings.savePaths, version, {
      read: () => settings.readPaths(call.tx, call.session),
      save: () => settings.savePaths(call.tx, given),
    })
  })
  route(app, unitSettings.readNetworks, (_, { tx, session, request }) => settings.readNetworks(tx, session, request.ip))
  route(app, unitSettings.saveNetworks, ({ version, networks }, call) => {
    requireReachOfAllAccounts(call.session)
    return change(call, unitSettings.saveNetworks, version, {
      read: () => settings.readNetworks(call.tx, call.session, call.request.ip),
      save: () => settings.saveNetworks(call.tx, networks),
      shown: ({ networks: ownNetworks }) => ({ ownNetworks }),
    })
  })

  app.jobs.schedule({
    name: 'old records',
    everyHours: 24,
    run: (signal) => cleanUpOldRecords(app.database, signal),
  })
  route(app, unitSettings.readRetention, (_, { tx }) => readRetention(tx))
  route(app, unitSettings.saveRetention, ({ version, ...months }, call) =>
    change(call, unitSettings.saveRetention, version, {
      read: () => readRetention(call.tx),
      save: () => saveRetention(call.tx, call.session.unitId, months),
    }),
  )
}

interface Saving<Settings> {
  readonly read: () => Promise<Settings>
  readonly save: () => Promise<void>
  /** The values of which the trail gets what changed; by default those that are saved. */
  readonly shown?: (settings: Settings) => Readonly<Record<string, unknown>>
}

/** Saves settings over the version that the caller knows; returns the new ones. Throws 'record.changed'. */
async function change<Saved extends z.core.$ZodType<{ version: string }>>(
  { tx, record }: Pick<Call, 'tx' | 'record'>,
  endpoint: SavingEndpoint<Saved>,
  version: string,
  { read, save, shown = valuesOf }: Saving<z.core.output<Saved>>,
): Promise<z.core.output<Saved>> {
  const before = await beginSettings(tx, endpoint, version, read)
  await save()
  const now = await read()
  await record(tx, { changes: difference(shown(before), shown(now)) })
  return now
}

/** The saved values alone, without the data that the page shows beside them. */
function valuesOf(all: { version: string }): Readonly<Record<string, unknown>> {
  return { ...all, version: null, reachesAllAccounts: null, applications: null }
}

/** The saved values without the pictures, which are data addresses and too long for the trail. */
function withoutPictures({ shown, filings }: unitSettings.FilingsForm) {
  return { shown, filings: filings.map(({ text, link, pictureShown }) => ({ text, link, pictureShown })) }
}
