import * as imports from '../../../contract/endpoints/people/imports.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useTexts } from '../portal-context.ts'

/** Choices that are sent at once. */
const CHOICES_MAX = 500

/** What was chosen for a row: whom it is about, or whether the person comes back. */
export interface RowChoice {
  readonly rowNo: number
  readonly choice: string
}

/** Whether its rows can be chosen for. */
export const isOpen = ({ status }: imports.ImportSummary) => status === 'ready' || status === 'stale'

/** Sends what was chosen of rows, after which the import is compared again. */
export function useRowChoices({ importId }: imports.ImportSummary) {
  const t = useTexts()
  const call = useCall()
  const { isPending: busy, mutate: save } = useChange(
    async (choices: readonly RowChoice[]) => {
      for (let at = 0; at < choices.length; at += CHOICES_MAX)
        await call(imports.choose, { importId, choices: choices.slice(at, at + CHOICES_MAX) })
    },
    { done: t('imports.choice.saved'), failed: t('imports.choice.notSaved') },
  )
  return { busy, save }
}
