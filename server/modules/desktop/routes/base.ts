import type { FastifyInstance } from 'fastify'
import { myAppIcons, unreadByCode } from '../../../../contract/endpoints/desktop.ts'
import { oam, unit } from '../../../../contract/endpoints/licence.ts'
import { codeTree, modules } from '../../../../contract/endpoints/resources.ts'
import { systemAdmin } from '../../../../contract/endpoints/roles.ts'
import { unitLogo } from '../../../../contract/endpoints/tenant.ts'
import { packageVersions } from '../../../../contract/endpoints/versions.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { readIconGroups, readUnreadByCode } from '../desktop.ts'
import { hasOtherBrand, isLicensed } from '../licences.ts'
import { readPackageVersions } from '../../tenants/package-versions.ts'
import { readModules, readPermissionTree } from '../resources.ts'
import { readUnitLogo } from '../../tenants/unit-logo.ts'
import { registerThemeRoutes } from './themes.ts'
import { requireOwn } from '../../../http/require-own.ts'

/** A logo is the same for everybody; whoever has it asks again after this many seconds, and mostly gets 304. */
const LOGO_MAX_AGE = 300

/** Registers what a desktop asks of the base service: icons, counts, permissions, licences, versions and the unit's logo. */
export function registerBaseRoutes(app: FastifyInstance): void {
  route(app, myAppIcons, async (input, { tx, session }) => {
    requireOwn(session, input)
    return readIconGroups(tx, session, await readUnreadByCode(tx, session))
  })
  route(app, unreadByCode, (_, { tx, session }) => readUnreadByCode(tx, session))
  route(app, modules, (_, { tx, session }) => readModules(tx, session))
  route(app, codeTree, ({ code }, { tx, session }) => readPermissionTree(tx, session, code))
  route(app, systemAdmin, async (input, { session }) => {
    requireOwn(session, input)
    return session.admin
  })
  route(app, unit, async (input, { tx, session }) => {
    requireOwn(session, input)
    return isLicensed(tx, input.serverId)
  })
  route(app, oam, async (input, { tx, session }) => {
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
