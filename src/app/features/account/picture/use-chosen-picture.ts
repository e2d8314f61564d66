import wretch from 'wretch'
import { readUser, renewUser } from '../../../core/session/renew-user.ts'
import { pictures } from '../../../platform/picture.ts'
import { removeOwnPicture } from '../../../../../contract/endpoints/account.ts'
import { call } from '../../../core/api/call.ts'
import { useEffect, useRef, useState } from 'react'
import type { FittedPicture } from '../../../platform/picture.ts'

/** The stored part of a picture: its bytes and the extension of its kind. */
export type SmallPicture = Pick<FittedPicture, 'bytes' | 'type'>

/** `address` shows the picture as it would be stored. */
type Choice =
  | { readonly status: 'none' }
  | { readonly status: 'making' }
  | { readonly status: 'chosen'; readonly picture: SmallPicture; readonly address: string }

/** A chosen, unsaved picture, cut to a small square. After a failure the previous choice stays. */
export function useChosenPicture(onFailure: (error: unknown) => void) {
  const [choice, setChoice] = useState<Choice>({ status: 'none' })
  const making = useRef<AbortController | null>(null)

  useEffect(() => () => making.current?.abort(), [])
  useEffect(() => {
    if (choice.status !== 'chosen') return undefined
    return () => URL.revokeObjectURL(choice.address)
  }, [choice])

  return {
    choice,
    choose: async (file: Blob) => {
      making.current?.abort()
      const own = new AbortController()
      making.current = own
      const before = choice.status === 'chosen' ? choice.picture : null
      setChoice({ status: 'making' })
      try {
        setChoice(chosen(await pictures.fit(own.signal, file, 'square')))
      } catch (error) {
        // Another one was chosen meanwhile, or the page is gone.
        if (own.signal.aborted) return
        setChoice(before ? chosen(before) : { status: 'none' })
        onFailure(error)
      }
    },
    forget: () => {
      making.current?.abort()
      setChoice({ status: 'none' })
    },
  }
}

function chosen(picture: SmallPicture): Choice {
  return { status: 'chosen', picture, address: URL.createObjectURL(picture.bytes) }
}

/** Deletes the user's picture; resolves to what it was, or null when that is unknown. Rejects when the server refuses. */
export async function removePicture(): Promise<SmallPicture | null> {
  const before = await readPicture()
  await call(removeOwnPicture, {})
  await renewUser()
  return before
}

/** The bytes of the user's picture, for undoing its removal: the server keeps none. Null when they cannot be read. */
async function readPicture(): Promise<SmallPicture | null> {
  // A call renews an expired session, which fetching a picture does not.
  const address = (await readUser())?.userImgPath
  const bytes = address
    ? await wretch(address)
        .get()
        .blob()
        .catch(() => null)
    : null
  if (!bytes?.type.startsWith('image/')) return null
  return { bytes, type: bytes.type === 'image/png' ? 'png' : 'jpg' }
}
