import { useRef, useState } from 'react'
import { login } from '../../../../contract/endpoints/face.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import type { FaceBridge } from '../../platform/face.ts'
import { AsksFirst } from './AsksFirst.tsx'
import { PinStep } from './PinStep.tsx'
import { beginTry, type FaceTry } from './prove-face.ts'
import type { FaceAsks } from './use-asks.ts'
import { WatchFace } from './WatchFace.tsx'

interface Given {
  faces: FaceBridge
  /** On a shared computer. */
  shared: boolean
  /** What went wrong, as a sentence for the person. */
  describe: (error: unknown) => string
  onSignedIn: (answer: ResponseOf<typeof login>) => Promise<void>
}

/** Signs in by face: the PIN first where the unit asks for one, because a photo is good for one answer; then the camera. */
export function SignInByFace(given: Given) {
  return <AsksFirst describe={given.describe}>{(asks) => <Steps {...given} asks={asks} />}</AsksFirst>
}

function Steps({ faces, shared, describe, onSignedIn, asks }: Given & { asks: FaceAsks }) {
  const [pin, setPin] = useState('')
  const [wrongPin, setWrongPin] = useState('')
  const attempt = useRef<FaceTry | null>(null)
  if (asks.pin && pin === '') return <PinStep problem={wrongPin} onPin={setPin} />
  return (
    <WatchFace
      faces={faces}
      begin={async (signal) => {
        attempt.current = await beginTry(signal, asks)
        return attempt.current.turn
      }}
      submit={async (photo, turned) => {
        try {
          const proof = await attempt.current?.prove(photo, turned)
          if (!proof) return
          const more = { ...(pin !== '' && { pin }), ...(shared && { shared: true }), withStart: true }
          await onSignedIn(await call(login, { ...proof, ...more }))
        } catch (error) {
          if (error instanceof CallError && error.code === 'face.pin_wrong') {
            setWrongPin(describe(error))
            setPin('')
          }
          throw error
        }
      }}
      describe={describe}
    />
  )
}
