import type { UnitRow } from '../../../contract/endpoints/units.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts } from '../portal-context.ts'

/** What is not usual about a unit's state, and that it is the operator's own. */
export function StateTag({ unit: { state, own } }: { unit: Pick<UnitRow, 'state' | 'own'> }) {
  const t = useTexts()
  if (state === 'active') return own ? <Tag>{t('units.own')}</Tag> : null
  return <Tag kind={state === 'deleting' ? 'danger' : 'warning'}>{t(`units.state.${state}`)}</Tag>
}
