import CheckCircle from '@phosphor-icons/core/regular/check-circle.svg?react'
import Hourglass from '@phosphor-icons/core/regular/hourglass-medium.svg?react'
import XCircle from '@phosphor-icons/core/regular/x-circle.svg?react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateLocale } from '../../../../contract/rules/date-locale.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { readExpiry, type ExpiryStatus } from './expiry.ts'

const EXPIRY_GLYPHS: Readonly<Record<ExpiryStatus, SvgComponent>> = { 1: CheckCircle, 2: Hourglass, 3: XCircle }

/** How long the modules of the unit are licensed. */
export default function ExpiryDialog({ content, onClose }: { content: string | null; onClose: () => void }) {
  const { t } = useTranslation('messages')
  const [modules] = useState(() => readExpiry(content, new Date()))
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
            {
              key: 'endTime',
              heading: t('expiry.endTime'),
              cell: endOf,
            },
            {
              key: 'status',
              heading: t('expiry.status'),
              cell: statusOf,
            },
          ]}
        />
      )}
    </Dialog>
  )
}

const endOf = ({ endTime }: { endTime: string }) => <EndDay at={endTime} />
const statusOf = ({ status }: { status: ExpiryStatus }) => <ExpiryTag status={status} />

function EndDay({ at }: { at: string }) {
  const day = new Intl.DateTimeFormat(dateLocale(useLanguage()), { dateStyle: 'long' })
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}

function ExpiryTag({ status }: { status: ExpiryStatus }) {
  const { t } = useTranslation('messages')
  return (
    <span className="m-expiry__status" data-status={status}>
      <Icon svg={EXPIRY_GLYPHS[status]} size={16} />
      {t(`expiry.statuses.${status}`)}
    </span>
  )
}
