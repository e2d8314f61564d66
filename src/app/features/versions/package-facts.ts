import type { ResponseOf } from '../../../../contract/endpoint.ts'
import * as versions from '../../../../contract/endpoints/versions.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'

export type FrontEnd = ResponseOf<typeof versions.packageJson>
export type Service = ResponseOf<typeof versions.packageVersions>
export type VersionEntry = ResponseOf<typeof versions.versionJson>[number]

/** Where the deployed front end's files are: first segment and code of the start-up configuration. */
export interface Deployed {
  readonly root: string
  readonly code: string
}

/** The service that the portal itself needs. */
export const PORTAL_SERVICE = 'base'

/** What is deployed of the front end; null where the file is missing, as in development. Rejects without a response. */
export function readFrontEnd(signal: AbortSignal, { root, code }: Deployed): Promise<FrontEnd | null> {
  return orNull(call({ ...versions.packageJson, noIntercept: true }, { root, code }, { signal }))
}

/** Version and needs of a service; null where it has no such interface, or no answer. Rejects without a response. */
export async function readService(signal: AbortSignal, service: string): Promise<Service | null> {
  const facts = await orNull(call({ ...versions.packageVersions, noIntercept: true }, { service }, { signal }))
  return facts && facts.serverVersion !== '' ? facts : null
}

/** The versions with their notes, newest first; none where the file is missing. Rejects without a response. */
export async function readVersions(signal: AbortSignal, { root, code }: Deployed): Promise<VersionEntry[]> {
  return (await orNull(call({ ...versions.versionJson, noIntercept: true }, { root, code }, { signal }))) ?? []
}

/** Absent and malformed files count as null. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.failure.kind === 'answer')) return null
    throw error
  }
}
