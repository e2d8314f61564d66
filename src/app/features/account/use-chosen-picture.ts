import { useEffect, useRef, useState } from 'react'
import type { FittedPicture } from '../../platform/picture.ts'

/** What of a picture is kept: its bytes and the extension of its kind. */
export type SmallPicture = Pick<FittedPicture, 'bytes' | 'type'>

/** Where the choice of a new picture is. `address` shows the picture as it would be kept. */
export type Choice =
  | { readonly status: 'none' }
  | { readonly status: 'making' }
  | { readonly status: 'chosen'; readonly picture: SmallPicture; readonly address: string }

/** A picture that was chosen and is not saved yet; `fit` makes it small. What it rejects with goes to `onFailure`, and what was chosen before stays. */
export function useChosenPicture(
  fit: (signal: AbortSignal, file: Blob) => Promise<SmallPicture>,
  onFailure: (error: unknown) => void,
): { choice: Choice; choose: (file: Blob) => Promise<void>; forget: () => void } {
  const [choice, setChoice] = useState<Choice>({ status: 'none' })
  const making = useRef<AbortController | null>(null)

  useEffect(() => () => making.current?.abort(), [])
  useEffect(() => {
    if (choice.status !== 'chosen') return undefined
    return () => URL.revokeObjectURL(choice.address)
  }, [choice])

  return {
    choice,
    async choose(file) {
      making.current?.abort()
      const own = new AbortController()
      making.current = own
      const before = choice.status === 'chosen' ? choice.picture : null
      setChoice({ status: 'making' })
      try {
        setChoice(chosen(await fit(own.signal, file)))
      } catch (error) {
        // Another one was chosen meanwhile, or the page is gone.
        if (own.signal.aborted) return
        setChoice(before ? chosen(before) : { status: 'none' })
        onFailure(error)
      }
    },
    forget() {
      making.current?.abort()
      setChoice({ status: 'none' })
    },
  }
}

function chosen(picture: SmallPicture): Choice {
  return { status: 'chosen', picture, address: URL.createObjectURL(picture.bytes) }
}
