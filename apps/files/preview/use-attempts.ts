import { useState } from 'react'
import { useDownloads, type ServerFile } from '../../../src/app/ui/files/download.ts'

/** Shows a file once more where that failed because the session had to be renewed. */
export function useAttempts(content: ServerFile) {
  const { check } = useDownloads()
  const [attempt, setAttempt] = useState(0)
  /** Null while it is shown; `reason` is the server's, and null where it did not refuse the file. */
  const [failure, setFailure] = useState<{ readonly reason: string | null } | null>(null)
  return {
    attempt,
    failure,
    fail: async () => {
      const reason = await check(content)
      if (reason === null && attempt === 0) setAttempt(1)
      else setFailure({ reason })
    },
    retry: () => {
      setAttempt(0)
      setFailure(null)
    },
  }
}
