import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { packageVersions } from '../../../contract/endpoints/versions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import changelog from '../../../CHANGELOG.md?raw'
import packageFacts from '../../../package.json' with { type: 'json' }

/** Released together: the portal's own services and those of the bundled applications. */
const services: ReadonlySet<string> = new Set([
  'base',
  'uaa',
  'storage',
  'files',
  'attendance',
  'roster',
  'administration',
])
/** The oldest front end that still works with this server. */
const OLDEST_FRONT_END = '0.1.0'

/** Throws 'request.not_found' for an unknown service. */
export function readPackageVersions(service: string): ResponseOf<typeof packageVersions> {
  if (!services.has(service)) throw new PortalError('request.not_found')
  const { version } = packageFacts
  return { serverVersion: version, webCodeVersion: OLDEST_FRONT_END, date: releaseDate(version) }
}

/** The date in the heading of a version, such as `## [0.1.0] - 2026-11-20`; empty for a version without one. */
function releaseDate(version: string): string {
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}] - `))
  return heading?.slice(-'2026-11-20'.length) ?? ''
}
