import type { FastifyInstance } from 'fastify'
import * as rows from '../../../../contract/endpoints/theme.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { parseTheme } from '../../../../contract/rules/themes.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { chooseForUnit, chooseTheme, readThemeColor, undoSync } from '../themes.ts'

/**
 * Registers the colour that a person sees, their choice of a theme, and what administrators choose for others, which leaves a line in the log once it is
 * committed.
 */
export function registerThemeRoutes(app: FastifyInstance): void {
  route(app, rows.color, (_, { tx, session }) => readThemeColor(tx, session))

  streamRoute(app, rows.setTheme, async (call): Promise<ResponseOf<typeof rows.setTheme>> => {
    const { session, request } = call
    const { type, theme, syncAll = false } = call.parse({})
    const look = parseTheme(theme)
    // The row's input has been checked for it.
    if (!look) throw new PortalError('request.invalid')
    const forOthers = type === 'default_color' || syncAll
    if (forOthers && !session.admin) throw new PortalError('access.denied')
    await call.inUnit(async (tx) => {
      if (type === 'color') await chooseTheme(tx, session, look)
      if (forOthers) await chooseForUnit(tx, session, look, { everybody: syncAll })
    })
    const { userId: actor, unitId } = session
    const line = { actor, unitId, action: rows.setTheme.name, address: request.ip, ...look, everybody: syncAll }
    if (forOthers) request.log.info(line, 'theme for others')
    return 'success'
  })

  streamRoute(app, rows.undoSync, async (call) => {
    const { session, request } = call
    call.parse({})
    const { userId: actor, unitId } = session
    const undone = await call.inUnit((tx) => undoSync(tx, session))
    if (undone) request.log.info({ actor, unitId, action: rows.undoSync.name, address: request.ip }, 'theme for others')
    return undone
  })
}
