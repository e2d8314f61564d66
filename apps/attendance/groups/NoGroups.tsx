import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { useTexts } from '../portal-context.ts'

export function NoGroups() {
  const t = useTexts()
  return (
    <div className="at-card at-card--padded">
      <NoData title={t('group.none')} hint={t('group.noneHint')} />
    </div>
  )
}
