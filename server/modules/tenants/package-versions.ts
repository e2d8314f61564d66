import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { packageVersions } from '../../../contract/endpoints/versions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import packageFacts from '../../../package.json' with { type: 'json' }

/** Released together. */
const services: ReadonlySet<string> = new Set(['base', 'uaa', 'storage'])
const OLDEST_FRONT_END = '0.1.0'
/** Of the release in package.json. */
const RELEASED = '2026-11-20'

/** Throws 'request.not_found' for an unknown service. */
export function readPackageVersions(service: string): ResponseOf<typeof packageVersions> {
  if (!services.has(service)) throw new PortalError('request.not_found')
  return { serverVersion: packageFacts.version, webCodeVersion: OLDEST_FRONT_END, date: RELEASED }
}
