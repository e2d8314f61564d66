import { useState } from 'react'
import type { DesktopSettings } from '../../../contract/endpoints/units/unit-settings.ts'
import { LINK_LENGTH } from '../../../contract/endpoints/units/unit-configuration.ts'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { useLocale } from '../portal-context.ts'

const DESKTOP = ''
const ANOTHER = 'another'

/** The page after signing in: the desktop, an application, or another page of the portal by its path. */
export function JumpPageField({
  applications,
  value,
  error,
  onChange,
}: {
  applications: DesktopSettings['applications']
  value: string
  error: string
  onChange: (path: string) => void
}) {
  const { t, nameOf } = useLocale()
  const listed = [
    [DESKTOP, t('settings.desktop.jumpDesktop')] as const,
    ...applications.map((one) => [`/redirect/${one.code}`, nameOf(one)] as const),
  ]
  const isListed = listed.some(([path]) => path === value)
  /** Another page is wanted, whose path is not typed yet. */
  const [wantsAnother, setWantsAnother] = useState(false)
  const isAnother = wantsAnother || !isListed
  return (
    <>
      <SelectField
        name={isAnother ? 'jumpKind' : 'loginJumpPage'}
        label={t('settings.desktop.jumpPage')}
        error={isAnother ? '' : error}
        value={isAnother ? ANOTHER : value}
        options={[...listed, [ANOTHER, t('settings.desktop.jumpAnother')]]}
        onChange={({ target }) => {
          setWantsAnother(target.value === ANOTHER)
          if (target.value !== ANOTHER) onChange(target.value)
        }}
      />
      {isAnother && (
        <TextField
          name="loginJumpPage"
          label={t('settings.desktop.jumpPath')}
          hint={t('settings.desktop.jumpPathHint')}
          error={error}
          value={value}
          maxLength={LINK_LENGTH}
          inputMode="url"
          placeholder="/redirect/files"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  )
}
