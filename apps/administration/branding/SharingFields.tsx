import { type Branding, SHARED_PARTS, SHARING_MODES } from '../../../contract/endpoints/units/branding.ts'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { useTexts } from '../portal-context.ts'

const CHOICES = ['none', ...SHARING_MODES] as const

/** What the schools of an education office get of its branding. */
export function SharingFields({
  sharing,
  logo,
  onChange,
}: {
  sharing: Branding['sharing']
  logo: Branding['logo']
  onChange: (sharing: Branding['sharing']) => void
}) {
  const t = useTexts()
  return SHARED_PARTS.map((part) => (
    <SelectField
      key={part}
      name={`sharing-${part}`}
      label={t(`branding.part.${part}`)}
      hint={part === 'logo' && logo === null ? t('branding.sharing.noLogo') : ''}
      value={sharing[part] ?? 'none'}
      options={CHOICES.map((mode) => [mode, t(`branding.sharing.${mode}`)] as const)}
      onChoose={(mode) => {
        const { [part]: _, ...others } = sharing
        onChange(mode === 'none' ? others : { ...others, [part]: mode })
      }}
    />
  ))
}
