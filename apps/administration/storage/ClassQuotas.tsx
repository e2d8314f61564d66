import { useState } from 'react'
import type { ClassUse, StorageSettings } from '../../../contract/endpoints/storage/storage-admin.ts'
import { BIN_DAYS } from '../../../contract/limits.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { UsageBar } from '../../../src/app/ui/feedback/UsageBar.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useLocale } from '../portal-context.ts'
import { ClassQuotaDialog } from './ClassQuotaDialog.tsx'

/** What the hand-ins of each class take, and the figures of single classes. */
export function ClassQuotas({ settings }: { settings: StorageSettings }) {
  const { t, language } = useLocale()
  const [changed, setChanged] = useState<ClassUse | null>(null)
  const common = settings.quotas.classes
  return (
    <Card title={t('storage.classes.title')} hint={t('storage.classes.hint', { days: BIN_DAYS })}>
      <ul className="ad-class-quotas">
        {settings.classes.map((one) => {
          const name = language === 'en' ? one.englishName : one.name
          const quota = one.quota ?? common
          const used = formatBytes(one.used, language)
          return (
            <li key={one.classId}>
              <span className="ad-class-quotas__name">
                {name} {one.quota !== null && <Tag>{t('storage.classes.own')}</Tag>}
              </span>
              {quota === null ? (
                <span>{t('storage.classes.free', { used })}</span>
              ) : (
                // Zero of zero is full.
                <UsageBar share={quota === 0 ? 1 : one.used / quota}>
                  {t('storage.classes.of', { used, quota: formatBytes(quota, language) })}
                </UsageBar>
              )}
              <Button
                aria-label={t('storage.classes.changeNamed', { name })}
                needsNetwork
                onClick={() => setChanged(one)}
              >
                {t('messages.change')}
              </Button>
            </li>
          )
        })}
      </ul>
      {changed && <ClassQuotaDialog use={changed} common={common} onClose={() => setChanged(null)} />}
    </Card>
  )
}
