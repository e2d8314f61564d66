import { useEffect, useState } from 'react'

/** An address by which a picture in memory can be shown, for as long as it is; null without one. */
export function usePhotoAddress(photo: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!photo) return
    const made = URL.createObjectURL(photo)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(null)
    }
  }, [photo])
  return photo && address
}
