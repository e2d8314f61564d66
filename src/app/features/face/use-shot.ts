import { useEffect, useState } from 'react'

/** A photo that is shown before it is kept, and the address by which it is. */
export interface Shot {
  readonly photo: Blob
  readonly address: string
}

/** The photo that is shown, if any, and what shows another one or none. */
export function useShot(): [Shot | null, (photo: Blob | null) => void] {
  const [shot, setShot] = useState<Shot | null>(null)
  useEffect(() => {
    if (shot) return () => URL.revokeObjectURL(shot.address)
  }, [shot])
  return [shot, (photo) => setShot(photo && { photo, address: URL.createObjectURL(photo) })]
}
