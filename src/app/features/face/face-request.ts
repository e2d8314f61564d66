import type * as face from '../../../../contract/endpoints/faces/face.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { ClockDirection, PortalFace } from '../../micro-apps/micro-app.ts'
import { createObservable } from '../../core/state/observable.ts'

export type FaceRequest =
  | {
      readonly mode: 'collect'
      readonly userId: string
      readonly administers: boolean
      readonly end: (enrolled: ResponseOf<typeof face.enrol> | null) => void
    }
  | {
      readonly mode: 'clockIn'
      readonly direction: ClockDirection | undefined
      readonly end: (clockedIn: ResponseOf<typeof face.clockIn> | null) => void
    }

export const faceRequest = createObservable<FaceRequest | null>(null)

/** The face widget for applications. A later request closes the one before. */
export const portalFace: PortalFace = {
  collect: (userId, { administers = false } = {}) =>
    userId === ''
      ? Promise.reject(new PortalError('face.user_missing'))
      : new Promise((end) => open({ mode: 'collect', userId, administers, end })),
  clockIn: (direction) => new Promise((end) => open({ mode: 'clockIn', direction, end })),
}

function open(request: FaceRequest): void {
  faceRequest.current?.end(null)
  faceRequest.set(request)
}
