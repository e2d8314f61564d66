import type { PublicationRow } from '../../../contract/endpoints/messages/publications.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts } from '../portal-context.ts'

const KINDS = {
  scheduled: 'warning',
  stopped: 'danger',
  sending: 'warning',
  sent: 'good',
  recalled: undefined,
} as const

export function StateTag({ state }: Pick<PublicationRow, 'state'>) {
  const t = useTexts()
  const kind = KINDS[state]
  return <Tag {...(kind && { kind })}>{t(`messages.states.${state}`)}</Tag>
}
