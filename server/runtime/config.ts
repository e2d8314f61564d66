import { isIP } from 'node:net'
import { StartError } from './errors.ts'
import { type Environment, readSettings } from './settings.ts'

/** What the environment decides. */
export type Config = ReturnType<typeof parseConfig>

/** The operators' port without a setting. Where the portal itself is told to take any free port (0), they get any free one as well. */
const OPERATOR_PORT = 8090

/** Throws StartError with a sentence that names the variable and what would be right. */
export function parseConfig(env: Environment) {
  const {
    operatorPort,
    bucket,
    region,
    endpoint,
    accessKeyId,
    secretAccessKey,
    sessionToken,
    clientInstaller,
    clientPortable,
    faceDistance,
    faceMargin,
    faceMemory,
    ...values
  } = readSettings(env)
  return {
    ...values,
    operatorPort: operatorPortOf(operatorPort, values),
    /** undefined: files lie in the data folder. */
    objectStorage:
      bucket === undefined || region === undefined
        ? undefined
        : {
            bucket,
            region,
            /** undefined: Amazon's own in that region. */
            endpoint,
            /** undefined: those of the machine, by a role or a profile. */
            credentials: credentialsOf(accessKeyId, secretAccessKey, sessionToken),
          },
    clientDownloads: {
      ...(clientInstaller !== undefined && { installer: clientInstaller }),
      ...(clientPortable !== undefined && { portable: clientPortable }),
    },
    faces: { distance: faceDistance, margin: faceMargin, memory: faceMemory },
  }
}

/** undefined: operators sign in at a host of theirs alone. `chosen`: a port that cannot be had ends the portal. */
function operatorPortOf(
  port: number | undefined,
  portal: { readonly port: number; readonly operatorHosts: readonly string[] },
): { port: number; chosen: boolean } | undefined {
  if (port !== undefined) return { port, chosen: true }
  return portal.operatorHosts.length > 0 ? undefined : { port: portal.port === 0 ? 0 : OPERATOR_PORT, chosen: false }
}

function credentialsOf(
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  sessionToken: string | undefined,
) {
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new StartError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both, or neither.')
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

/** Whether only this machine reaches the portal, so that known demo passwords are harmless. A proxy may lead others here. */
export function isForThisMachine({ host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>): boolean {
  return trustProxy.length === 0 && isLoopback(host)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The name to open on this machine: the demo's host names end in localhost. */
function machineName(host: string): string {
  if (host.startsWith('127.') || ['localhost', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Where a portal that listens on a port is opened from this machine. */
export function machineAddress({ host }: Pick<Config, 'host'>, port: number): string {
  return `http://${machineName(host)}:${port}`
}

/**
 * Of the recognition net, for which a distance of 0 is the same picture: the largest `distance` of a match, by which `margin` all other people must be
 * farther, and the megabytes of `memory` for the faces of all units.
 */
export type FaceLimits = Config['faces']
export type MatchLimits = Omit<FaceLimits, 'memory'>
export type ObjectStorageConfig = NonNullable<Config['objectStorage']>
