import { useEffect, useState } from 'react'
import { systemAdmin } from '../../../../contract/endpoints/roles.ts'
import { call } from '../../core/api/call.ts'

/** Whether the person is one of the unit's administrators; false until that is known. The server decides in the end. */
export function useMayPublish(userId: string): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    call(systemAdmin, { userId }, { signal: leaving.signal }).then(setMay, () => undefined)
    return () => leaving.abort()
  }, [userId])
  return may
}
