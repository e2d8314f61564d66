import type { FastifyInstance } from 'fastify'
import { checkSetup, completeSetup } from '../../../../contract/endpoints/units/setup.ts'
import { createPortalLimit } from '../../../http/request-limit.ts'
import { fieldError } from '../../../http/call.ts'
import { portalRoute } from '../../../http/route.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { type MadePicture, makePicture } from '../../branding/pictures.ts'
import { prepareSetup, setUp } from './set-up.ts'
import { checkSetupCode, useSetupCode } from './setup-codes.ts'

/** The endpoints of a set-up link, whose code is the proof. They are answered at any host, because there is no unit yet. */
export function registerSetup(app: FastifyInstance, passwords: Passwords): void {
  const limit = createPortalLimit({ name: 'setup', perMinute: 20 })

  portalRoute(app, checkSetup, async ({ code }, request) => {
    await limit(request)
    await app.database.asOwner((tx) => checkSetupCode(tx, code))
  })

  portalRoute(app, completeSetup, async ({ code, logo, ...plan }, request) => {
    await limit(request)
    // Checked before passwords are hashed, which is expensive.
    await app.database.asOwner((tx) => checkSetupCode(tx, code))
    const picture = logo === undefined ? undefined : await readLogo(logo)
    const prepared = await prepareSetup(passwords, { ...plan, logo: picture })
    await app.database.asOwner(async (tx) => {
      await useSetupCode(tx, code)
      await setUp(tx, app.vault, app.now(), prepared)
    })
    request.log.info({ hosts: plan.unit.hosts }, 'the portal was set up by its set-up link')
    const { hosts, port } = app.operatorAddress
    return { host: plan.unit.hosts[0] ?? '', operators: { host: hosts[0] ?? null, port } }
  })
}

/** The logo in a `data:` address, made anew. Throws 'setup.logo'. */
export function readLogo(address: string): Promise<MadePicture> {
  const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  return makePicture(bytes, 'logo').catch(() => {
    throw fieldError('logo', 'setup.logo')
  })
}
