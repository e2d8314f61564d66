import { useEffect, useState } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import * as passwords from '../../../../contract/endpoints/sign-in/passwords.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'

/** The proof of a reset: the secret of a mail's link, or a login name with an administrator's code. */
export type Proof = { secret: string } | { username: string; code: string }

export type Step =
  | { kind: 'name' }
  | { kind: 'sent'; name: string }
  | { kind: 'code'; name: string }
  | { kind: 'checking'; secret: string }
  | { kind: 'failed'; secret: string }
  | { kind: 'expired' }
  | { kind: 'new'; proof: Proof; loginName: string }
  | { kind: 'done'; loginName: string }

/** Runs a password reset; `secret` comes from a mail's link. */
export function useReset({
  secret,
  byMail,
  onReset,
}: {
  secret: string | null
  byMail: boolean
  onReset: (loginName: string) => Promise<void>
}) {
  const online = useOnline()
  const first: Step = byMail ? { kind: 'name' } : { kind: 'code', name: '' }
  const [step, setStep] = useState<Step>(secret === null ? first : { kind: 'checking', secret })
  useEffect(() => {
    if (step.kind !== 'checking' || !online) return undefined
    const leaving = new AbortController()
    const { secret: checked } = step
    call(passwords.checkReset, { secret: checked }, { signal: leaving.signal }).then(
      ({ loginName }) => setStep({ kind: 'new', proof: { secret: checked }, loginName }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setStep(codeOf(error) === 'password.link_invalid' ? { kind: 'expired' } : { kind: 'failed', secret: checked })
      },
    )
    return () => leaving.abort()
  }, [step, online])

  /** Rejects as the call does, unless the proof is no longer valid. */
  const attempt = async (work: () => Promise<Step>) => {
    try {
      setStep(await work())
    } catch (error) {
      if (codeOf(error) !== 'password.link_invalid') throw error
      setStep({ kind: 'expired' })
    }
  }

  return {
    step,
    go: setStep,
    restart: () => setStep(first),
    ask: (name: string) =>
      attempt(async () => {
        await call(passwords.requestReset, { username: name })
        return { kind: 'sent', name }
      }),
    showCode: (username: string, code: string) =>
      attempt(async () => {
        const { loginName } = await call(passwords.checkReset, { username, code })
        return { kind: 'new', proof: { username, code }, loginName }
      }),
    setPassword: (proof: Proof, newPassword: string) =>
      attempt(async () => {
        const { loginName } = await call(passwords.reset, { ...proof, newPassword })
        await onReset(loginName)
        return { kind: 'done', loginName }
      }),
  }
}

function codeOf(error: unknown): string {
  return error instanceof CallError ? error.code : ''
}
