import type { Application } from '../../../contract/endpoints/applications/applications.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLocale } from '../portal-context.ts'

const KINDS = { soon: 'warning', 'read-only': 'danger', expired: 'danger' } as const

/** The end of a licence that people have to know of; nothing while it is far away. */
export function LicenceTag({ licence }: { licence: Application['licence'] }) {
  const { t, date } = useLocale()
  if (!licence || licence.state === 'valid') return null
  return (
    <Tag kind={KINDS[licence.state]}>{t(`applications.licence.${licence.state}`, { date: date(licence.endsOn) })}</Tag>
  )
}
