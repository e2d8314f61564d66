import { useRef } from 'react'
import { clockIn } from '../../../../contract/endpoints/face.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import type { FaceBridge } from '../../platform/face.ts'
import { AsksFirst } from './AsksFirst.tsx'
import { beginTry, type FaceTry } from './prove-face.ts'
import { WatchFace } from './WatchFace.tsx'

/** Clocks in whoever stands before the camera, where the unit allows it. */
export function ClockInByFace({
  faces,
  describe,
  onClockedIn,
}: {
  faces: FaceBridge
  /** What went wrong, as a sentence for the person. */
  describe: (error: unknown) => string
  onClockedIn: (answer: ResponseOf<typeof clockIn>) => void
}) {
  const attempt = useRef<FaceTry | null>(null)
  return (
    <AsksFirst describe={describe}>
      {(asks) =>
        asks.clockIn ? (
          <WatchFace
            faces={faces}
            begin={async (signal) => {
              attempt.current = await beginTry(signal, asks)
              return attempt.current.turn
            }}
            submit={async (photo, turned) => {
              const proof = await attempt.current?.prove(photo, turned)
              if (proof) onClockedIn(await call(clockIn, { ...proof }))
            }}
            describe={describe}
          />
        ) : (
          <p role="alert">{describe(new PortalError('face.clock_in_off'))}</p>
        )
      }
    </AsksFirst>
  )
}
