import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'

const DEVICE_HEADER = 'x-portal-device'
const DEVICES: readonly unknown[] = ['app', 'h5', 'pc']
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Posted by a real form, so that the browser saves what comes back; forms cannot set headers. */
const FORM_POSTS = new Set(['export.tableToSpreadsheet'])

/**
 * Refuses calls that another site made a browser send ('request.cross_site'). Two things are asked of each call that may change something: it
 * comes from this origin, as the browser itself says, and it carries a header that a form of another site cannot set.
 */
export function refuseCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint, serverToServer } = request.routeOptions.config
    if (SAFE_METHODS.has(request.method) && !endpoint?.changes) return
    // What no cookie authorizes, no other site can make a browser do.
    if (serverToServer || endpoint?.serverToServer) return
    const hasDevice = DEVICES.includes(request.headers[DEVICE_HEADER])
    const isForm = FORM_POSTS.has(endpoint?.name ?? '')
    if (!isOwnOrigin(request, hasDevice) || (!hasDevice && !isForm)) throw new PortalError('request.cross_site')
  })
}

/** What the browser says about the sender. Old browsers and plain http send only Origin; a client that sends neither is no browser. */
function isOwnOrigin(request: FastifyRequest, hasDevice: boolean): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return hasDevice
  // The scheme is not compared: behind a proxy that ends TLS it differs. A browser leaves the default port out of both.
  return URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase()
}
