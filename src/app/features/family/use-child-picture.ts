import { useEffect, useState } from 'react'
import { childPicture, type Child } from '../../../../contract/endpoints/family/family.ts'
import { LINKED_ACCOUNT_HEADER } from '../../../../contract/linked-account.ts'

/** The address of a child's picture; null without one. That of another school is fetched for the linked account, because an address names no account. */
export function useChildPicture({ id, picture }: Pick<Child, 'id' | 'picture'>, account: string | null): string | null {
  const [fetched, setFetched] = useState<string | null>(null)
  const address = picture ? `${childPicture.path.replace('{studentId}', id)}?v=${picture}` : null
  useEffect(() => {
    if (address === null || account === null) return
    const stop = new AbortController()
    let made: string | undefined
    const load = async () => {
      const response = await fetch(address, { headers: { [LINKED_ACCOUNT_HEADER]: account }, signal: stop.signal })
      if (!response.ok) return
      made = URL.createObjectURL(await response.blob())
      if (stop.signal.aborted) URL.revokeObjectURL(made)
      else setFetched(made)
    }
    // Without it the drawn one stays.
    load().catch(() => {})
    return () => {
      stop.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
      setFetched(null)
    }
  }, [address, account])
  return account === null ? address : fetched
}
