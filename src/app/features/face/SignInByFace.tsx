import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { login } from '../../../../contract/calls/face.ts'
import type { AnswerOf } from '../../../../contract/row.ts'
import { CallError } from '../../api/call-error.ts'
import type { FaceBridge } from '../../bridges/face.ts'
import { Button } from '../../kit/Button.tsx'
import { PinStep } from './PinStep.tsx'
import { beginAttempt, readAsks, type FaceAsks, type FaceAttempt } from './sign-in-by-face.ts'
import { WatchFace } from './WatchFace.tsx'

type Asked =
  | { readonly status: 'asking' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly asks: FaceAsks }

/** Signs in by face: the PIN first where the unit asks for one, because a photo is good for one answer; then the camera. */
export function SignInByFace({
  faces,
  shared,
  describe,
  onSignedIn,
}: {
  faces: FaceBridge
  /** On a shared computer. */
  shared: boolean
  /** What went wrong, as a sentence for the person. */
  describe: (error: unknown) => string
  onSignedIn: (answer: AnswerOf<typeof login>) => Promise<void>
}) {
  const { t } = useTranslation('face')
  const { t: common } = useTranslation('common')
  const [asked, setAsked] = useState<Asked>({ status: 'asking' })
  const [turn, setTurn] = useState(0)
  const [pin, setPin] = useState('')
  const [wrongPin, setWrongPin] = useState('')
  const attempt = useRef<FaceAttempt | null>(null)
  const telling = useRef(describe)
  useEffect(() => {
    telling.current = describe
  })

  useEffect(() => {
    const left = new AbortController()
    readAsks(left.signal).then(
      (asks) => setAsked({ status: 'known', asks }),
      (error: unknown) => {
        if (!left.signal.aborted) setAsked({ status: 'failed', message: telling.current(error) })
      },
    )
    return () => left.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn asks again
  }, [turn])

  if (asked.status === 'asking') return <p role="status">{t('preparing')}</p>
  if (asked.status === 'failed') {
    return (
      <div className="face">
        <p role="alert">{asked.message}</p>
        <Button
          kind="primary"
          onClick={() => {
            setAsked({ status: 'asking' })
            setTurn((now) => now + 1)
          }}
        >
          {common('retry')}
        </Button>
      </div>
    )
  }
  const { asks } = asked
  if (asks.pin && pin === '') return <PinStep problem={wrongPin} onPin={setPin} />
  return (
    <WatchFace
      faces={faces}
      begin={async (signal) => {
        attempt.current = await beginAttempt(signal, asks, { pin, shared })
        return attempt.current.turn
      }}
      submit={async (photo, turned) => {
        try {
          const answer = await attempt.current?.send(photo, turned)
          if (answer) await onSignedIn(answer)
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
