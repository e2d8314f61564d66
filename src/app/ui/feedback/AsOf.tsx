import CloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?react'
import './as-of.css'
import { formatDateTime } from '../format/format.ts'
import { Icon } from '../icons/Icon.tsx'
import { useKitTexts } from '../use-kit-texts.ts'

/** Says that what is shown may not be how things are now; `at`: milliseconds since 1970 at which it was loaded. */
export function AsOf({ at }: { at: number }) {
  const { t, language } = useKitTexts()
  return (
    <p className="k-as-of" role="status">
      <Icon svg={CloudSlash} size={16} />
      {t('asOf', { time: formatDateTime(new Date(at).toISOString(), language) })}
    </p>
  )
}
