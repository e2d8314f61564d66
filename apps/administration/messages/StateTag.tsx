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
  return <Tag kind={KINDS[state]}>{t(`messages.states.${state}`)}</Tag>
}
