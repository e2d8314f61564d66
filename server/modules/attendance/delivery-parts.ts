import type { HostUnit } from '../../http/call.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { KeyedMutex } from '../../blobs/keyed-mutex.ts'
import type { FaceParts } from '../faces/face-parts.ts'

/** What deliveries work with. */
export interface DeliveryParts extends FaceParts {
  /** Captures of one station are dealt with one after the other, so that of the same one sent twice only one is looked at. */
  readonly turns: KeyedMutex
  readonly now: Clock
}

/** Where a delivery comes from. */
export interface DeliveryCaller {
  readonly unit: HostUnit
  readonly address: string
  /** Counts a picture of this station. Throws 'request.rate_limited'. */
  countPicture(): Promise<void>
}
