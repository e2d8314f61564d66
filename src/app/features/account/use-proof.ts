import { useLanguage } from '../../core/language/use-language.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../core/api/call-error.ts'

/** The fields by which a person shows that it is them. */
export type ProofField = 'password' | 'code'

/** The fields of a proof, and what is wrong with them. */
export interface Proof {
  readonly fields: Readonly<Record<ProofField, RefObject<HTMLInputElement | null>>>
  readonly problem: { readonly field: ProofField; readonly text: string } | null
  readonly busy: boolean
  /**
   * Sends what the fields hold. A field that is empty or was refused gets the focus and a sentence, and this resolves to null; so it does for
   * any other failure, which goes to `onFailure`.
   */
  readonly send: <T>(
    asked: readonly ProofField[],
    call: (given: Record<ProofField, string>) => Promise<T>,
  ) => Promise<T | null>
}

/** Sends a proof and shows a refusal where it belongs. */
export function useProof(onFailure = reportFailure): Proof {
  const { t } = useTranslation('protection')
  const language = useLanguage()
  const fields = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) }
  const [problem, setProblem] = useState<Proof['problem']>(null)
  const [busy, setBusy] = useState(false)

  const refuse = (field: ProofField, text: string) => {
    setProblem({ field, text })
    fields[field].current?.focus()
    fields[field].current?.select()
  }

  return {
    fields,
    problem,
    busy,
    async send(asked, call) {
      const given = {
        password: fields.password.current?.value.trim() ?? '',
        code: fields.code.current?.value.trim() ?? '',
      }
      const empty = asked.find((field) => given[field] === '')
      if (empty) {
        refuse(empty, t(`${empty}Empty`))
        return null
      }
      setBusy(true)
      setProblem(null)
      try {
        return await call(given)
      } catch (error) {
        const field = error instanceof CallError ? refusedField(error) : null
        if (field && error instanceof CallError) refuse(field, error.serverText(language) ?? '')
        else onFailure(error)
        return null
      } finally {
        setBusy(false)
      }
    },
  }
}

function refusedField({ code }: CallError): ProofField | null {
  if (code === 'account.password_wrong' || code === 'account.password_none') return 'password'
  return code === 'account.code_wrong' ? 'code' : null
}
