import CheckCircle from '@phosphor-icons/core/regular/check-circle.svg?react'
import Hourglass from '@phosphor-icons/core/regular/hourglass-medium.svg?react'
import XCircle from '@phosphor-icons/core/regular/x-circle.svg?react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { formatDate } from '../../ui/format/format.ts'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { readExpiry, type ExpiryStatus } from './expiry.ts'

const EXPIRY_GLYPHS: Readonly<Record<ExpiryStatus, SvgComponent>> = { 1: CheckCircle, 2: Hourglass, 3: XCircle }
type Expiry = ReturnType<typeof readExpiry>[number]
const KINDS = { 1: 'good', 2: 'warning', 3: 'danger' } as const

/** How long the modules of the unit are licensed. */
export default function ExpiryDialog({ content, onClose }: { content: string | null; onClose: () => void }) {
  const { t } = useTranslation('messages')
  const language = useLanguage()
  const [modules] = useState(() => readExpiry(content, new Date()))
  const endOf = ({ endTime }: Expiry) => (
    <time dateTime={endTime}>{formatDate(new Date(endTime), language, { dateStyle: 'long' })}</time>
  )
  const statusOf = ({ status }: Expiry) => (
    <span className={`k-tag k-tag--${KINDS[status]} m-expiry`}>
      <Icon svg={EXPIRY_GLYPHS[status]} size={16} />
      {t(`expiry.statuses.${status}`)}
    </span>
  )
  return (
    <Dialog open title={t('expiry.title')} width="min(640px, 100vw)" onClose={onClose}>
      {modules.length === 0 ? (
        <NoData title={t('expiry.none')} />
      ) : (
        <DataTable
          label={t('expiry.title')}
          rows={modules}
          keyOf={({ code }) => code}
          hasCards={false}
          columns={[
            { key: 'name', heading: t('expiry.name'), value: ({ name }) => name },
            { key: 'endTime', heading: t('expiry.endTime'), cell: endOf },
            { key: 'status', heading: t('expiry.status'), cell: statusOf },
          ]}
        />
      )}
    </Dialog>
  )
}
