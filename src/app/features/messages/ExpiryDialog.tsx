import checkCircle from '@phosphor-icons/core/regular/check-circle.svg?raw'
import { useLanguage } from '../../core/language/use-language.ts'
import hourglass from '@phosphor-icons/core/regular/hourglass-medium.svg?raw'
import xCircle from '@phosphor-icons/core/regular/x-circle.svg?raw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { readExpiry, type ExpiryStatus } from './expiry.ts'

const GLYPHS: Readonly<Record<ExpiryStatus, string>> = { 1: checkCircle, 2: hourglass, 3: xCircle }

export function ExpiryDialog({ content, onClose }: { content: string | null; onClose: () => void }) {
  const language = useLanguage()
  const { t } = useTranslation('messages')
  const [modules] = useState(() => readExpiry(content, new Date()))
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  return (
    <Dialog open title={t('expiry.title')} width="min(640px, 100vw)" onClose={onClose}>
      {modules.length === 0 ? (
        <NoData title={t('expiry.none')} />
      ) : (
        <table className="m-expiry">
          <thead>
            <tr>
              <th scope="col">{t('expiry.name')}</th>
              <th scope="col">{t('expiry.endTime')}</th>
              <th scope="col">{t('expiry.status')}</th>
            </tr>
          </thead>
          <tbody>
            {modules.map(({ code, name, endTime, status }) => (
              <tr key={code}>
                <th scope="row">{name}</th>
                <td>
                  <time dateTime={endTime}>{day.format(new Date(endTime))}</time>
                </td>
                <td>
                  <span className="m-expiry__status" data-status={status}>
                    <Icon svg={GLYPHS[status]} size={16} />
                    {t(`expiry.statuses.${status}`)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
