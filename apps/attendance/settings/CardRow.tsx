import identificationCard from '@phosphor-icons/core/regular/identification-card.svg?raw'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?raw'
import trash from '@phosphor-icons/core/regular/trash.svg?raw'
import type { CardHolder } from '../../../contract/endpoints/attendance-admin.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { groupOf, personName } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'

export function CardRow({
  holder,
  onGive,
  onRemove,
}: {
  holder: CardHolder
  onGive: () => void
  onRemove: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const name = personName(holder, language)
  const { number, cardEnd } = holder
  return (
    <div className="at-entry">
      <span className="at-entry__glyph">
        <Icon svg={identificationCard} />
      </span>
      <div className="at-entry__text">
        <p className="at-entry__name">
          {name}
          {cardEnd !== null && (
            <span className="at-tag" data-tone="good">
              {t('cards.ends', { end: cardEnd })}
            </span>
          )}
        </p>
        <p className="at-entry__details">
          <span>{groupOf(holder, language)}</span>
          <span>{number}</span>
        </p>
      </div>
      <div className="at-entry__actions">
        {cardEnd === null ? (
          <Button aria-label={t('cards.giveNamed', { name })} onClick={onGive}>
            {t('cards.give')}
          </Button>
        ) : (
          <>
            <IconButton svg={pencil} label={t('cards.changeNamed', { name })} onClick={onGive} />
            <IconButton svg={trash} label={t('cards.removeNamed', { name })} onClick={onRemove} />
          </>
        )}
      </div>
    </div>
  )
}
