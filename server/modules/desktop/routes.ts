import type { FastifyInstance } from 'fastify'
import { myAppIcons, unreadByCode, accessDetail } from '../../../contract/endpoints/desktop/desktop.ts'
import * as licence from '../../../contract/endpoints/units/licence.ts'
import * as resources from '../../../contract/endpoints/applications/resources.ts'
import { systemAdmin } from '../../../contract/endpoints/people/roles.ts'
import { unitLogo } from '../../../contract/endpoints/units/tenant.ts'
import { packageVersions } from '../../../contract/endpoints/versions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { route, streamRoute } from '../../http/route.ts'
import { readIconGroups, readSearchIndex, readUnreadByCode, resetDesktopOrder, saveDesktopOrder } from './desktop.ts'
import { hasOtherBrand, readModules, readPermissionTree, recordAppOpen, deleteOldAccessLog } from './resources.ts'
import { isLicensed } from '../units/licensed.ts'
import { readPackageVersions } from './package-versions.ts'
import { readUnitLogo } from '../branding/unit-logo.ts'
import { requireOwn } from '../../http/call.ts'
import { resetOrder, saveOrder } from '../../../contract/endpoints/desktop/desktop-order.ts'
import { searchIndex } from '../../../contract/endpoints/desktop/desktop-search.ts'
import { fillPinyin } from './pinyin.ts'
import * as themeEndpoints from '../../../contract/endpoints/desktop/theme.ts'
import { parseTheme, UNIT_LOOK } from '../../../contract/rules/appearance/themes.ts'
import { chooseForUnit, chooseTheme, readThemeChoice, readThemeColor, undoSync } from './themes.ts'
import { heldPermissions } from '../auth/held-permissions.ts'

/** Seconds for which browsers cache a logo before they revalidate it. */
const LOGO_MAX_AGE = 300

/** Registers the desktop's calls: icons, counts, permissions, licences, versions and the unit's logo. */
export function registerBaseRoutes(app: FastifyInstance): void {
  route(app, myAppIcons, async (input, { tx, session }) => {
    requireOwn(session, input)
    return readIconGroups(tx, session, await readUnreadByCode(tx, session))
  })
  route(app, unreadByCode, (_, { tx, session }) => readUnreadByCode(tx, session))
  route(app, resources.modules, readModules)
  route(app, resources.codeTree, readPermissionTree)
  route(app, systemAdmin, async (input, { session }) => {
    requireOwn(session, input)
    return session.admin
  })
  route(app, licence.unit, async (input, { tx, session }) => {
    requireOwn(session, input)
    return isLicensed(tx, input.serverId)
  })
  route(app, licence.oam, async (input, { tx, session }) => {
    requireOwn(session, input)
    return hasOtherBrand(tx)
  })
  route(app, packageVersions, async ({ service }) => readPackageVersions(service))
  registerUnitLogo(app)
  registerThemeRoutes(app)
}

function registerUnitLogo(app: FastifyInstance): void {
  streamRoute(app, unitLogo, async (call) => {
    // Another unit's logo and one that does not exist are the same to the caller.
    if (call.parse({}).unitId !== call.unit.unitId) throw new PortalError('request.not_found')
    const logo = await call.inUnit(readUnitLogo)
    const { request, reply } = call
    void reply.headers({
      etag: logo.etag,
      'cache-control': `public, max-age=${LOGO_MAX_AGE}`,
      'x-content-type-options': 'nosniff',
      // An SVG opened as a page of its own must not run script in the portal's origin.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    if (request.headers['if-none-match']?.includes(logo.etag)) return reply.code(304).send()
    return reply.type(logo.mediaType).send(logo.content)
  })
}

/** Registers the order of icons, search, and the record of opened applications. */
export function registerDesktopRoutes(app: FastifyInstance): void {
  app.jobs.schedule({ name: 'access log', everyHours: 1, run: (signal) => deleteOldAccessLog(app.database, signal) })
  // Characters find a new person at once; pinyin finds them after at most an hour.
  app.jobs.schedule({ name: 'pinyin', everyHours: 1, run: () => fillPinyin(app.database) })
  route(app, saveOrder, saveDesktopOrder)
  route(app, resetOrder, resetDesktopOrder)
  route(app, searchIndex, readSearchIndex)
  route(app, accessDetail, recordAppOpen)
}

/** Registers the theme's colour, the user's choice, and administrators' choices for others. */
function registerThemeRoutes(app: FastifyInstance): void {
  route(app, themeEndpoints.color, readThemeColor)
  route(app, themeEndpoints.themeChoice, readThemeChoice)

  streamRoute(app, themeEndpoints.setTheme, async (call) => {
    const { session } = call
    const { type, theme, syncAll = false } = call.parse({})
    // The endpoint's schema has checked that it is one, or the unit's.
    const look = parseTheme(theme)
    const forOthers = type === 'default_color' || syncAll
    if (forOthers && !session.admin) throw new PortalError('access.denied')
    await call.inUnit(async (tx) => {
      const held = await heldPermissions(tx, session, ['desktop_theme_sync'])
      if (forOthers && !held.has('desktop_theme_sync')) throw new PortalError('access.denied')
      if (type === 'color') await chooseTheme(tx, session, look)
      if (!forOthers) return
      await chooseForUnit(tx, session, look, { everybody: syncAll })
      await call.record(tx, {
        changes: { theme: look?.theme ?? UNIT_LOOK, color: look?.color ?? null, everybody: syncAll },
      })
    })
  })

  route(app, themeEndpoints.undoSync, undoSync)
}
