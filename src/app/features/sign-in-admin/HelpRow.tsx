import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'

/** What an administrator can do for a person. */
export type HelpKind = 'code' | 'signOut' | 'secondStep'

/** One thing to do for a person: when it is the right one, what it does, and the button that begins it. */
export function HelpRow({
  kind,
  glyph,
  disabled,
  onBegin,
}: {
  kind: HelpKind
  glyph: string
  disabled: boolean
  onBegin: (kind: HelpKind) => void
}) {
  const { t } = useTranslation('signInAdmin')
  const id = useId()
  return (
    <div className="n-row n-row--help">
      <span className="n-row__glyph">
        <Icon svg={glyph} />
      </span>
      <div className="n-row__text">
        <h3>{t(`help.${kind}.when`)}</h3>
        <p className="n-hint" id={id}>
          {t(`help.${kind}.what`)}
        </p>
      </div>
      <Button aria-describedby={id} disabled={disabled} onClick={() => onBegin(kind)}>
        {t(`help.${kind}.begin`)}
      </Button>
    </div>
  )
}
