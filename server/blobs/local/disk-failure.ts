import { PortalError } from '../../../contract/portal-error.ts'
import { errorCode } from '../../runtime/errno.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs disk work and turns "no space left" into PortalError 'storage.disk_full'; other failures pass unchanged. */
export async function withDiskFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (FULL.has(errorCode(error))) throw new PortalError('storage.disk_full', { cause: error })
    throw error
  }
}
